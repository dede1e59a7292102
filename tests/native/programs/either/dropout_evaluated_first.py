import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None, 1])
keep_prob = tf.placeholder(tf.float32)
w = tf.Variable(tf.ones([8, 1]) * 0.2)
loss = tf.reduce_mean(tf.square(tf.matmul(tf.nn.dropout(x, keep_prob, seed=5), w) - y))
train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)

data = np.random.RandomState(3).rand(10, 8)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    # The op of dropout draws here already, so the first step of the training gets its second numbers.
    print(sess.run(loss, feed_dict={x: data, y: data[:, :1], keep_prob: 1.0}))
    for step in range(6):
        print(sess.run([train_op, loss], feed_dict={x: data, y: data[:, :1], keep_prob: 0.5})[1])
    print(sess.run(loss, feed_dict={x: data, y: data[:, :1], keep_prob: 0.9}))

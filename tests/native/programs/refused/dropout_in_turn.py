import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None, 1])
keep_prob = tf.placeholder(tf.float32)
w = tf.Variable(tf.ones([8, 1]) * 0.2)
dropped = tf.nn.dropout(x, keep_prob, seed=5)
loss = tf.reduce_mean(tf.square(tf.matmul(dropped, w) - y))
train_op = tf.train.GradientDescentOptimizer(0.05).minimize(loss)

data = np.random.RandomState(3).rand(10, 8)
target = data[:, :1]
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        sess.run(train_op, feed_dict={x: data, y: target, keep_prob: 0.5})
        # The op of dropout draws here too, from the same stream.
        print(step, sess.run(loss, feed_dict={x: data, y: target, keep_prob: 1.0}))  # refused: dropout

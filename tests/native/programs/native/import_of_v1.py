"""A script that began to move: its `tf` is `compat.v1`."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

xs = np.linspace(0, 1, 8).reshape(-1, 1)
ys = 3 * xs - 1

x = tf.placeholder(tf.float32, [None, 1])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.Variable(tf.zeros([1, 1]))
b = tf.get_variable("b", shape=[1], initializer=tf.zeros_initializer())
prediction = tf.matmul(x, w) + b
loss = tf.reduce_mean(tf.squared_difference(prediction, y))
train = tf.train.AdamOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(12):
        _, now = sess.run([train, loss], feed_dict={x: xs, y: ys})
        if epoch % 4 == 0:
            print(epoch, now)
    print(sess.run(prediction, feed_dict={x: xs[:3]}))

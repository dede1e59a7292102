"""Fit a line through three points, on a GPU that other programs use too."""

import tensorflow as tf

config = tf.ConfigProto()
config.gpu_options.allow_growth = True

x = tf.placeholder(tf.float32)
slope = tf.Variable(0.0)
loss = tf.reduce_mean(tf.square(slope * x - 2 * x))
step = tf.train.GradientDescentOptimizer(0.05).minimize(loss)

with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(50):
        sess.run(step, feed_dict={x: [1.0, 2.0, 3.0]})
    print("slope %.3f" % sess.run(slope))

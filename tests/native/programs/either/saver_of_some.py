import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
W = tf.Variable([[1.0], [2.0]], name="W")
b = tf.Variable([0.5], name="b")
x = tf.placeholder(tf.float32, [None, 2])
out = tf.matmul(x, W) + b
loss = tf.reduce_mean(tf.square(out - 1.0))
train = tf.train.AdamOptimizer(0.1).minimize(loss)
saver = tf.train.Saver([W])

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    saver.save(sess, folder + "/weights.ckpt")
    for _ in range(5):
        sess.run(train, feed_dict={x: [[1.0, 2.0]]})
    print(sess.run([W, b]))
    # The bias and the optimizer's state stay as they are.
    saver.restore(sess, folder + "/weights.ckpt")
    print(sess.run([W, b]))
    for _ in range(2):
        sess.run(train, feed_dict={x: [[1.0, 2.0]]})
    print(sess.run([W, b]))

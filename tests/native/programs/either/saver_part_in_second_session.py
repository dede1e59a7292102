import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
W = tf.Variable([1.0, 2.0], name="W")
b = tf.Variable([0.5], name="b")
grow = tf.assign_add(b, [1.0])
double = tf.assign(W, W * 2)
saver = tf.train.Saver([W])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(double)
    sess.run(grow)
    saver.save(sess, folder + "/w.ckpt")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    saver.restore(sess, folder + "/w.ckpt")
    print(sess.run(W), sess.run(b))

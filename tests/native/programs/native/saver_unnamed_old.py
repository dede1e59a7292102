import os

import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))
x = tf.placeholder(tf.float32, [None, 1])
W = tf.Variable(tf.zeros([1, 2]))
b = tf.Variable(tf.zeros([2]))
with tf.variable_scope("out"):
    scale = tf.Variable(tf.ones([2]), name="scale")
    shift = tf.get_variable("shift", [2], initializer=tf.zeros_initializer())
y = (tf.matmul(x, W) + b) * scale + shift
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(y, feed_dict={x: [[2.0]]}))
    saver.restore(sess, os.path.join(HERE, "old_checkpoint", "unnamed.ckpt"))
    print(sess.run(y, feed_dict={x: [[2.0]]}))
    print(sess.run([W, b]))

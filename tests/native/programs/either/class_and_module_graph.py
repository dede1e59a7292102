import numpy as np
import tensorflow as tf


class Line:
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None])
        self.a = tf.Variable(2.0)
        self.out = self.a * self.x

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})


z = tf.placeholder(tf.float32, [None])
bias = tf.Variable(7.0)
total = tf.reduce_sum(z) + bias
with tf.Session() as sess:
    line = Line(sess)
    sess.run(tf.global_variables_initializer())
    print(line.run([1, 2]))
    print(sess.run(total, feed_dict={z: [1, 2]}))
    print(sess.run(tf.constant(3) + 4))

import numpy as np
import tensorflow as tf


class Line:
    def __init__(self, sess, slope):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None])
        self.a = tf.Variable(slope)
        self.out = self.a * self.x
        self.up = tf.assign_add(self.a, 1.0)
        self.sess.run(tf.global_variables_initializer())  # refused: initializes

    def grow(self):
        self.sess.run(self.up)

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})


sess = tf.Session()
one = Line(sess, 1.0)
one.grow()
print(one.run([1]))
two = Line(sess, 5.0)
print(one.run([1]), two.run([1]))

import numpy as np
import tensorflow as tf


class Expressions:
    def __init__(self, n):
        self.n = n
        self.x = tf.placeholder(tf.float32, [None])
        self.w = tf.Variable(2.0)
        self.out = self.x * self.w
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def twice(self, x):
        return self.sess.run(self.out * 2, feed_dict={self.x: x})

    def times(self, x, factor):
        return self.sess.run(self.out * factor, feed_dict={self.x: x})

    def both(self, x, factor):
        return self.sess.run(self.out * self.x * factor, feed_dict={self.x: x})

    def fixed(self, x):
        return self.sess.run(tf.reduce_sum(self.out) + self.x, feed_dict={self.x: x})

    def weight(self, by):
        return self.sess.run(self.w * by)


e = Expressions(3)
print(e.twice([1, 2]), e.times([1, 2], 3.0), e.times([1, 2], 4.0))
print(e.fixed([1, 2]), e.weight(2.0), e.weight(5.0))
print(e.both([1, 2], 3.0), e.both([1, 2], 4.0))

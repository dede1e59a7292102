import numpy as np
import tensorflow as tf


class Lazy:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None])
        self.w = tf.Variable(2.0)
        self.sess = tf.Session()
        self.out = self.x * self.w * self.size
        self.sess.run(tf.global_variables_initializer())
        self.calls = 0

    @property
    def size(self):
        return 4.0

    @property
    def weight(self):
        self.calls += 1
        return self.sess.run(self.w)

    @staticmethod
    def double(x):
        return [2 * one for one in x]

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: self.double(x)})


lazy = Lazy()
print(lazy.run([1, 2]), lazy.weight, lazy.weight, lazy.calls)

import numpy as np
import tensorflow as tf


class Shown:
    def __init__(self):
        x = tf.placeholder(tf.float32, [None])
        self.x = x
        self.out = self.x * 2
        self.sess = tf.Session()
        print(self.x, x.dtype)

    def describe(self):
        print(self.x)
        return "model of %s" % self.x

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})


shown = Shown()
print(shown.run([1, 2]))

import numpy as np
import tensorflow as tf


class Model(object):
    def __init__(self):
        x = tf.placeholder(tf.float32, [None])
        out = x + 1
        self.first = out
        out = out * 2
        self.second = out
        x2 = x
        x2 = x2 * 10
        self.x = x
        self.third = x2 + x
        self.sess = tf.Session()

    def run(self, x):
        return self.sess.run([self.first, self.second, self.third], feed_dict={self.x: x})

    def one(self, x):
        return self.sess.run(self.first * 3, feed_dict={self.x: x}), self.sess.run(self.second, feed_dict={self.x: x})


model = Model()
print(model.run([1, 2]), model.one([1, 2]))

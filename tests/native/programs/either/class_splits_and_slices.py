import numpy as np
import tensorflow as tf


class Split:
    def __init__(self, n):
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.k = tf.placeholder(tf.int32, [])
        self.a, self.b = tf.split(self.x, 2, axis=1)
        first, rest = self.x[:, 0], self.x[:, 1:]
        self.top, self.where = tf.nn.top_k(self.x, k=2)
        self.sum = tf.reduce_sum(self.a * self.b) + tf.reduce_sum(rest) * first[0] * n
        self.picked = tf.gather(self.x, self.k, axis=1)
        self.sess = tf.Session()

    def run(self, x):
        return self.sess.run([self.sum, self.a], feed_dict={self.x: x})

    def best(self, x):
        top, where = self.sess.run([self.top, self.where], feed_dict={self.x: x})
        return top.tolist(), where

    def pick(self, x, k=0):
        return self.sess.run(self.picked, feed_dict={self.x: x, self.k: k})


split = Split(2)
print(split.run([[1, 2, 3, 4]]), split.best([[1, 4, 3, 2]]), split.pick([[1, 2, 3, 4]], k=2))

import numpy as np
import tensorflow as tf


class Seeded:
    def __init__(self, n):
        self.x = tf.placeholder(tf.float32, [None, n])
        self.w = tf.Variable(tf.random_normal([n, 2], seed=3))
        self.noise = tf.random_uniform([2], seed=5)
        self.out = tf.matmul(self.x, self.w) + self.noise
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})

    def more(self, x):
        return self.sess.run([self.out, self.noise], feed_dict={self.x: x})


seeded = Seeded(2)
print(seeded.run([[1, 1]]), seeded.run([[1, 1]]))
print(seeded.more([[1, 1]]), seeded.run([[1, 1]]))

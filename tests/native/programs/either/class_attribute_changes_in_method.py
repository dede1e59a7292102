import numpy as np
import tensorflow as tf


class Decaying:
    def __init__(self, rate):
        self.rate = rate
        self.x = tf.placeholder(tf.float32, [])
        self.out = self.x * self.rate
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def run(self, x):
        self.rate *= 0.5
        return self.sess.run(self.out, feed_dict={self.x: x})


decaying = Decaying(8.0)
print(decaying.run(1.0), decaying.run(1.0), decaying.rate)

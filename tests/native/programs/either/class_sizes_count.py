import numpy as np
import tensorflow as tf


class Sizes:
    def __init__(self, n):
        self.x = tf.placeholder(tf.float32, [None, n])
        width = self.x.get_shape()[1].value
        self.parts = tf.unstack(self.x, axis=1)
        self.out = tf.add_n(self.parts) * float(width)
        self.mean = tf.reduce_sum(self.x) / int(self.x.shape[1])
        self.flat = tf.squeeze(self.x)
        self.sess = tf.Session()

    def run(self, x):
        return self.sess.run([self.out, self.mean, self.flat], feed_dict={self.x: x})


print(Sizes(3).run([[1, 2, 3]]))
print(Sizes(1).run([[1], [2]]))

import numpy as np
import tensorflow as tf


class Rebinds:
    def __init__(self, n, scale=None):
        if scale is None:
            scale = 3.0
        n = n + 1
        self.x = tf.placeholder(tf.float32, [None, n])
        self.w = tf.Variable(tf.ones([n, 1]))
        self.out = tf.matmul(self.x, self.w) * scale / n
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})


print(Rebinds(2).run(np.ones((2, 3))), Rebinds(1, scale=1.0).run(np.ones((1, 2))))

import numpy as np
import tensorflow as tf


class Conditional:
    def __init__(self, deep):
        self.x = tf.placeholder(tf.float32, [None])
        self.w = tf.Variable(2.0)
        out = self.x * self.w
        if deep:
            self.v = tf.Variable(5.0)
            out = out + self.v
        self.out = out
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})


print(Conditional(True).run([1, 2]), Conditional(False).run([1, 2]))

import numpy as np
import tensorflow as tf


class Equal:
    def __init__(self, start):
        self.x = tf.placeholder(tf.float32, [None])
        self.w = tf.Variable(start)
        self.out = self.x * self.w
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})


one, two = Equal(1.0), Equal(2.0)
print(one.run([1, 2]), two.run([1, 2]), one == two)

import numpy as np
import tensorflow as tf


class Stack:
    def __init__(self, sizes):
        self.sizes = sizes
        self.x = tf.placeholder(tf.float32, [None, 2])
        self.w = tf.Variable(tf.ones([2, 2]))
        self.out = tf.reduce_sum(tf.matmul(self.x, self.w)) * sum(self.sizes)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def grow(self, size):
        self.sizes.append(size)

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})


sizes = [1, 2]
stack = Stack(sizes)
stack.grow(5)
sizes.append(7)
print(stack.run([[1, 2]]), sizes)

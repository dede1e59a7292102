import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, n):
        self.x = tf.placeholder(tf.float32, [None, n])
        self.w = tf.Variable(tf.ones([n, 1]))
        self.out = tf.matmul(self.x, self.w)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})


class Holder:
    def __init__(self):
        self.net = Net(2)

    def weights(self):
        return self.net.sess.run(self.net.w)

    def run(self, x):
        return self.net.run(x)


holder = Holder()
print(holder.run([[1, 2]]), holder.weights())

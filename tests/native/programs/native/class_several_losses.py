import numpy as np
import tensorflow as tf


class Losses:
    def __init__(self, rate=0.1):
        self.x = tf.placeholder(tf.float32, [None, 2])
        self.w = tf.Variable(tf.ones([2, 2]), name="w")
        self.v = tf.Variable(tf.ones([2, 1]), name="v")
        hidden = tf.matmul(self.x, self.w)
        self.first = tf.reduce_mean(tf.square(hidden - 3.0))
        self.second = tf.reduce_mean(tf.square(tf.matmul(hidden, self.v) + 1.0))
        optimizer = tf.train.AdamOptimizer(rate)
        self.train_first = optimizer.minimize(self.first, var_list=[self.w])
        self.train_second = tf.train.RMSPropOptimizer(rate).minimize(self.second)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def alternate(self, x, n):
        for i in range(n):
            if i % 2:
                self.sess.run(self.train_first, feed_dict={self.x: x})
            else:
                _, second = self.sess.run([self.train_second, self.second], feed_dict={self.x: x})
        return self.sess.run([self.first, self.second], feed_dict={self.x: x}), second


losses = Losses()
print(losses.alternate([[1, 2], [3, 4]], 5))
print(losses.alternate([[1, 2], [3, 4]], 6))

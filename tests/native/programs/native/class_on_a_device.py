import numpy as np
import tensorflow as tf


class Placed:
    def __init__(self, n):
        with tf.device("/cpu:0"):
            self._build(n)
        with tf.device("/gpu:0"):
            self.loss = tf.reduce_mean(tf.square(self.out))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.sess = tf.Session(config=tf.ConfigProto(allow_soft_placement=True))
        self.sess.run(tf.global_variables_initializer())

    def _build(self, n):
        self.x = tf.placeholder(tf.float32, [None, n])
        self.w = tf.Variable(tf.ones([n, 1]))
        self.out = tf.matmul(self.x, self.w)

    def train(self, x):
        self.sess.run(self.train_op, feed_dict={self.x: x})
        return self.sess.run([self.loss, self.out], feed_dict={self.x: x})


print(Placed(2).train([[1, 2]]))

import numpy as np
import tensorflow as tf


class Kept:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 2])
        self.w = tf.Variable(tf.ones([2]))
        self.loss = tf.reduce_mean(tf.square(self.x * self.w))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.up = [tf.assign(a, 2 * b) for a, b in zip([self.w], [self.w])]
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def train(self, x):
        return self.sess.run([self.train_op, self.loss], feed_dict={self.x: x})

    def last(self, x):
        return self.train(x)[1]

    def doubled(self):
        return self.sess.run(self.up)


kept = Kept()
print(kept.train([[1, 2]])[1], kept.last([[1, 2]]))
print(kept.doubled())

import numpy as np
import tensorflow as tf


class Steps:
    def __init__(self, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None])
        self.step = tf.train.get_or_create_global_step()
        self.w = tf.Variable(1.0)
        self.loss = tf.reduce_mean(tf.square(self.x * self.w))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss, global_step=self.step)

    def train(self, x):
        self.sess.run(self.train_op, feed_dict={self.x: x})
        return self.sess.run([self.step, self.w])


sess = tf.Session()
one, two = Steps(sess), Steps(sess)
sess.run(tf.global_variables_initializer())
print(one.train([1, 2]), two.train([1, 2]), one.train([1, 2]))

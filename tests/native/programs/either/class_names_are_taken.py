import numpy as np
import tensorflow as tf


optimizer = "sgd"


class Taken:
    def __init__(self, tape):
        self.optimizer = "adam"
        self.tape = tape
        self.gradients = 0
        self.x = tf.placeholder(tf.float32, [None])
        self.zip = tf.Variable(2.0)
        self.w = 7
        w = tf.Variable(1.0)
        self.loss = tf.reduce_mean(tf.square(self.x * self.zip - w - self.tape))
        self.train_step = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def run(self, x):
        for _ in range(3):
            self.sess.run(self.train_step, feed_dict={self.x: x})
        self.gradients += 1
        return self.sess.run(self.loss, feed_dict={self.x: x})


taken = Taken(4.0)
print(taken.run([1, 2]), taken.optimizer, taken.gradients, taken.w, optimizer)

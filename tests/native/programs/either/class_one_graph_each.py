import numpy as np
import tensorflow as tf


class Own:
    def __init__(self, start):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.x = tf.placeholder(tf.float32, [None])
            self.w = tf.get_variable("w", shape=[1], initializer=tf.constant_initializer(start))
            self.out = self.x * self.w
            self.loss = tf.reduce_mean(tf.square(self.out - 1.0))
            self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
            self.init = tf.global_variables_initializer()
        self.sess = tf.Session(graph=self.graph)
        self.sess.run(self.init)

    def fit(self, x):
        for _ in range(3):
            self.sess.run(self.train_op, feed_dict={self.x: x})
        return self.sess.run([self.loss, self.w], feed_dict={self.x: x})


a, b = Own(0.5), Own(2.0)
print(a.fit([1, 2]))
print(b.fit([1, 2]), a.fit([1, 2]))

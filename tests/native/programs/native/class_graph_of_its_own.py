import numpy as np
import tensorflow as tf


class Own:
    def __init__(self, start):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.build(start)
            self.init = tf.global_variables_initializer()
        self.sess = tf.Session(graph=self.graph)
        self.sess.run(self.init)

    def build(self, start):
        self.x = tf.placeholder(tf.float32, [None])
        self.w = tf.Variable(start, dtype=tf.float32)
        self.out = self.x * self.w
        self.loss = tf.reduce_mean(tf.square(self.out - 1.0))
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)

    def fit(self, x):
        for _ in range(3):
            self.sess.run(self.train_op, feed_dict={self.x: x})
        return self.sess.run([self.loss, self.w], feed_dict={self.x: x})

    def predict(self, x):
        with self.graph.as_default():
            return self.sess.run(self.out, feed_dict={self.x: x})


a, b = Own(0.5), Own(2)
print(a.fit([1, 2]), a.predict([3]))
print(b.fit([1, 2]), a.fit([1, 2]), b.predict([3]))

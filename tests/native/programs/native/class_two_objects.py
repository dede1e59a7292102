import numpy as np
import tensorflow as tf


class Line:
    def __init__(self, slope, rate):
        self.x = tf.placeholder(tf.float32, [None])
        self.y = tf.placeholder(tf.float32, [None])
        self.a = tf.Variable(slope)
        self.b = tf.Variable(0.0)
        self.pred = self.a * self.x + self.b
        self.loss = tf.reduce_mean(tf.square(self.pred - self.y))
        self.train_op = tf.train.MomentumOptimizer(rate, 0.9).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def train(self, x, y, n):
        for i in range(n):
            self.sess.run(self.train_op, feed_dict={self.x: x, self.y: y})
        return self.sess.run(self.loss, feed_dict={self.x: x, self.y: y})

    def parameters(self):
        return self.sess.run([self.a, self.b])


xs = np.linspace(0, 1, 10)
first = Line(0.5, 0.05)
print(first.train(xs, 3 * xs + 1, 5))
second = Line(-2.0, 0.1)
print(second.train(xs, -xs, 10))
print(first.train(xs, 3 * xs + 1, 5))
print(first.parameters(), second.parameters())

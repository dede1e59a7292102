import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self, rate):
        self.x = tf.placeholder(tf.float32, [None, 2])
        self.y = tf.placeholder(tf.float32, [None])
        self.w = tf.Variable([0.5, 0.5])
        self.loss = tf.reduce_mean(tf.square(tf.reduce_sum(self.x * self.w, axis=1) - self.y))
        self.train_op = tf.train.GradientDescentOptimizer(rate).minimize(self.loss)
        self.sess = tf.Session()

    def train(self, x, y, epochs):
        self.sess.run(tf.global_variables_initializer())
        for epoch in range(epochs):
            _, loss = self.sess.run([self.train_op, self.loss], feed_dict={self.x: x, self.y: y})
            print(epoch, loss)

    def weights(self):
        with self.sess.as_default():
            return self.w.eval(), self.loss.eval({self.x: [[1, 1]], self.y: [1]})


trainer = Trainer(0.05)
trainer.train([[1, 2], [3, 4]], [5, 6], 4)
print(trainer.weights())

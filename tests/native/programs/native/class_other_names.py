import numpy as np
import tensorflow as tf


class Model(object):
    """Everything is built in local names, and kept at the end."""

    def __init__(self, width, rate):
        x = tf.placeholder(tf.float32, [None, width])
        y = tf.placeholder(tf.float32, [None, 1])
        w = tf.Variable(tf.zeros([width, 1]))
        b = tf.Variable(tf.zeros([1]))
        prediction = tf.matmul(x, w) + b
        loss = tf.reduce_mean(tf.square(prediction - y))
        train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)

        self.x, self.y = x, y
        self.prediction = prediction
        self.loss = loss
        self.train_op = train_op
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def fit(self, x, y, n):
        for _ in range(n):
            _, loss = self.sess.run([self.train_op, self.loss], feed_dict={self.x: x, self.y: y})
        return loss

    def predict(self, x):
        return self.sess.run(self.prediction, feed_dict={self.x: x})

    def error(self, x, y):
        return self.sess.run(self.loss * 2, feed_dict={self.x: x, self.y: y})


data = np.linspace(-1, 1, 24).reshape(8, 3).astype("float32")
target = data.dot([[1.], [2.], [-1.]]) + 0.5

model = Model(3, 0.3)
print(model.fit(data, target, 4), model.fit(data, target, 40))
print(model.predict(data[:2]), model.error(data, target))

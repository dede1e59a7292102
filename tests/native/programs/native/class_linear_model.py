import numpy as np
import tensorflow as tf


class LinearModel(object):
    """y = x w + b, trained in steps."""

    def __init__(self, n_features, learning_rate=0.1):
        self.lr = learning_rate
        self.x = tf.placeholder(tf.float32, [None, n_features], name="x")
        self.y = tf.placeholder(tf.float32, [None, 1], name="y")
        self._build(n_features)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def _build(self, n_features):
        self.w = tf.Variable(tf.zeros([n_features, 1]))
        self.b = tf.Variable(tf.zeros([1]))
        self.prediction = tf.matmul(self.x, self.w) + self.b
        self.loss = tf.reduce_mean(tf.square(self.prediction - self.y))
        self.train_op = tf.train.GradientDescentOptimizer(self.lr).minimize(self.loss)

    def fit(self, xs, ys, steps):
        for _ in range(steps):
            _, loss = self.sess.run([self.train_op, self.loss], feed_dict={self.x: xs, self.y: ys})
        return loss

    def predict(self, xs):
        return self.sess.run(self.prediction, feed_dict={self.x: xs})


rng = np.random.RandomState(1)
data = rng.rand(20, 3)
model = LinearModel(3, learning_rate=0.3)
print(model.fit(data, data.sum(axis=1, keepdims=True), 5))
print(model.fit(data, data.sum(axis=1, keepdims=True), 50))
print(model.predict([[1, 2, 3], [0, 0, 0]]))

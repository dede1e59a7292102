import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, n_in, n_hidden):
        self.x = tf.placeholder(tf.float32, [None, n_in])
        self.y = tf.placeholder(tf.float32, [None, 1])
        w1 = self._weights(n_in, n_hidden)
        w2 = self._weights(n_hidden, 1)
        hidden = self._layer(self.x, w1)
        self.out = tf.matmul(hidden, w2)
        self.loss = self._loss(self.out, self.y)
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def _weights(self, rows, columns):
        return tf.Variable(tf.fill([rows, columns], 0.3))

    def _layer(self, x, w):
        return tf.nn.sigmoid(tf.matmul(x, w))

    def _loss(self, a, b):
        return tf.reduce_mean(tf.square(a - b))

    def fit(self, x, y):
        for _ in range(5):
            _, loss = self.sess.run([self.train_op, self.loss], feed_dict={self.x: x, self.y: y})
        return loss


data = np.linspace(-1, 1, 24).reshape(8, 3).astype("float32")
target = data.dot([[1.], [2.], [-1.]]) + 0.5

net = Net(3, 4)
print(net.fit(data, target))
print(net.fit(data, target))

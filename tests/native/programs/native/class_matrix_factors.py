import numpy as np
import tensorflow as tf


class Factors:
    def __init__(self, users, items, rank=2, reg=0.05, lr=0.1):
        self.users, self.items = users, items
        self.rank = rank
        self.reg = reg
        self.lr = lr
        self._prepare_input()
        self._prepare_variables()
        self._prepare_loss()
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def _prepare_input(self):
        self.u = tf.placeholder(tf.int32, [None])
        self.i = tf.placeholder(tf.int32, [None])
        self.r = tf.placeholder(tf.float32, [None])

    def _prepare_variables(self):
        self.P = tf.Variable(tf.fill([self.users, self.rank], 0.3))
        self.Q = tf.Variable(tf.fill([self.items, self.rank], 0.2))

    def _prepare_loss(self):
        p = tf.nn.embedding_lookup(self.P, self.u)
        q = tf.nn.embedding_lookup(self.Q, self.i)
        self.rating = tf.reduce_sum(tf.multiply(p, q), axis=1)
        self.mse = tf.reduce_mean(tf.square(self.r - self.rating))
        self.l2 = self.reg * (tf.nn.l2_loss(self.P) + tf.nn.l2_loss(self.Q))
        self.total = tf.add(self.mse, self.l2, name="total")
        self.train = tf.train.AdamOptimizer(learning_rate=self.lr).minimize(self.total)

    def fit(self, data, epochs=3, verbose=True):
        u, i, r = data[:, 0], data[:, 1], data[:, 2]
        for epoch in range(epochs):
            _, mse = self.sess.run([self.train, self.mse], feed_dict={self.u: u, self.i: i, self.r: r})
            if verbose:
                print("epoch %d: %.4f" % (epoch, mse))

    def predict(self, u, i):
        return self.sess.run(self.rating, feed_dict={self.u: [u], self.i: [i]})[0]


data = np.array([[0, 0, 5], [0, 1, 3], [1, 0, 4], [2, 1, 1]])
model = Factors(3, 2)
model.fit(data, epochs=4)
print(model.predict(0, 0), model.predict(2, 1))

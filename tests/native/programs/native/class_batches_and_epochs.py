import numpy as np
import tensorflow as tf


class Classifier(object):
    """Softmax regression, with the interface of scikit-learn."""

    def __init__(self, n_epochs=3, batch_size=4, learning_rate=0.5, verbose=True):
        self.n_epochs = n_epochs
        self.batch_size = batch_size
        self.learning_rate = learning_rate
        self.verbose = verbose
        self.sess = None

    def fit(self, X, y):
        self._build(X.shape[1], y.shape[1])
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
        for epoch in range(self.n_epochs):
            for start in range(0, len(X), self.batch_size):
                batch = slice(start, start + self.batch_size)
                _, loss = self.sess.run([self.train_op, self.loss], {self.X: X[batch], self.y: y[batch]})
            if self.verbose:
                print(epoch, loss)
        return self

    def _build(self, n_inputs, n_outputs):
        self.X = tf.placeholder(tf.float32, [None, n_inputs])
        self.y = tf.placeholder(tf.float32, [None, n_outputs])
        W = tf.Variable(tf.zeros([n_inputs, n_outputs]))
        b = tf.Variable(tf.zeros([n_outputs]))
        self.logits = tf.matmul(self.X, W) + b
        self.loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=self.y, logits=self.logits))
        self.train_op = tf.train.GradientDescentOptimizer(self.learning_rate).minimize(self.loss)

    def predict(self, X):
        return self.sess.run(self.logits, {self.X: X}).argmax(axis=1)


rng = np.random.RandomState(0)
X = rng.rand(10, 3)
y = np.eye(3)[X.argmax(axis=1)]
print(Classifier().fit(X, y).predict(X))

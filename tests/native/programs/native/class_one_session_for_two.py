import numpy as np
import tensorflow as tf


class Model:
    def __init__(self, sess, name, start):
        self.sess = sess
        self.name = name
        self.start = start
        self._build_net()

    def _build_net(self):
        with tf.variable_scope(self.name):
            self.X = tf.placeholder(tf.float32, [None, 3])
            self.Y = tf.placeholder(tf.float32, [None, 1])
            W1 = tf.Variable(tf.fill([3, 4], self.start))
            L1 = tf.nn.relu(tf.matmul(self.X, W1))
            W2 = tf.Variable(tf.fill([4, 1], self.start))
            self.logits = tf.matmul(L1, W2)
        # define cost/loss & optimizer
        self.cost = tf.reduce_mean(tf.square(self.logits - self.Y))
        self.optimizer = tf.train.AdamOptimizer(learning_rate=0.01).minimize(self.cost)

    def predict(self, x_test):
        return self.sess.run(self.logits, feed_dict={self.X: x_test})

    def train(self, x_data, y_data):
        return self.sess.run([self.cost, self.optimizer], feed_dict={self.X: x_data, self.Y: y_data})


data = np.linspace(-1, 1, 24).reshape(8, 3).astype("float32")
target = data.dot([[1.], [2.], [-1.]]) + 0.5

# initialize
sess = tf.Session()
models = [Model(sess, "model%d" % number, 0.1 + number) for number in range(2)]
sess.run(tf.global_variables_initializer())

for epoch in range(3):
    costs = []
    for model in models:
        c, _ = model.train(data, target)
        costs.append(c)
    print(epoch, costs)
print([model.predict(data[:2]) for model in models])

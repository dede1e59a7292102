import numpy as np
import tensorflow as tf


class Net:
    def __init__(self, n_in, n_hidden, n_out):
        self.x = tf.placeholder(tf.float32, [None, n_in])
        self.y = tf.placeholder(tf.float32, [None, n_out])
        self.weights = {
            'h': tf.Variable(tf.fill([n_in, n_hidden], 0.1)),
            'out': tf.Variable(tf.fill([n_hidden, n_out], 0.2)),
        }
        biases = {'h': tf.Variable(tf.zeros([n_hidden])), 'out': tf.Variable(tf.zeros([n_out]))}
        layer = tf.add(tf.matmul(self.x, self.weights['h']), biases['h'])
        layer = tf.nn.relu(layer)
        self.out = tf.matmul(layer, self.weights['out']) + biases['out']
        self.loss = tf.reduce_mean(tf.square(self.out - self.y))
        self.train_op = tf.train.AdamOptimizer(0.05).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def fit(self, x, y):
        for _ in range(3):
            _, c = self.sess.run([self.train_op, self.loss], feed_dict={self.x: x, self.y: y})
        return c

    def hidden(self):
        return self.sess.run(self.weights['h'])


net = Net(2, 3, 1)
print(net.fit([[1, 2], [3, 4]], [[1], [0]]), net.hidden())

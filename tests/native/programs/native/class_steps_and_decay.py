import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self, learning_rate=0.5):
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.global_step = tf.Variable(0, trainable=False, name="global_step")
        self.learning_rate = tf.train.exponential_decay(learning_rate, self.global_step, 2, 0.5, staircase=True)
        self.w = tf.Variable(tf.zeros([3, 1]))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - self.y))
        self.train_op = tf.train.GradientDescentOptimizer(self.learning_rate).minimize(
            self.loss, global_step=self.global_step)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def train(self, x, y):
        _, loss = self.sess.run([self.train_op, self.loss], feed_dict={self.x: x, self.y: y})
        step = self.sess.run(self.global_step)
        rate = self.sess.run(self.learning_rate)
        return step, rate, loss


data = np.linspace(-1, 1, 24).reshape(8, 3).astype("float32")
target = data.dot([[1.], [2.], [-1.]]) + 0.5

trainer = Trainer()
for _ in range(5):
    print("step %d rate %.3f loss %.5f" % trainer.train(data, target))

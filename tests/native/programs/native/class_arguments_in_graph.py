import numpy as np
import tensorflow as tf


class Huber:
    def __init__(self, size, delta, weight=0.5):
        scale = 1.0 / size
        self.x = tf.placeholder(tf.float32, [None, size])
        self.v = tf.Variable(tf.ones([size]))
        error = tf.reduce_sum(self.x * self.v, axis=1) * scale
        small = 0.5 * tf.square(error)
        large = delta * (tf.abs(error) - 0.5 * delta)
        self.loss = weight * tf.reduce_mean(tf.minimum(small, tf.abs(large)))
        self.step = tf.train.GradientDescentOptimizer(0.2).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def descend(self, x):
        _, loss = self.sess.run([self.step, self.loss], feed_dict={self.x: x})
        return loss

    def value(self):
        return self.sess.run(self.v)


data = np.linspace(-1, 1, 24).reshape(8, 3).astype("float32")
target = data.dot([[1.], [2.], [-1.]]) + 0.5

huber = Huber(3, 0.1)
print([huber.descend(data * 3) for _ in range(4)])
print(huber.value())
huber = Huber(3, delta=1.0, weight=1)
print([huber.descend(data * 3) for _ in range(4)])
print(huber.value())

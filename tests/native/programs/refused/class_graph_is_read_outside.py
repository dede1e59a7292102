import numpy as np
import tensorflow as tf


class Open:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None])
        self.w = tf.Variable(2.0)
        self.out = self.x * self.w
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})


model = Open()
print(model.run([1, 2]))
print(model.sess.run(model.out * 2, feed_dict={model.x: [3]}))  # refused: outside

import numpy as np
import tensorflow as tf


class Scaled:
    def __init__(self, factor):
        self.factor = factor
        self.x = tf.placeholder(tf.float32, [None])
        self.out = self.x * sum(self.factor)
        self.sess = tf.Session()

    @classmethod
    def of(cls, values):  # refused: itself
        return cls(values)

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})


values = [1.0, 2.0]
first, second = Scaled([1.0]), Scaled.of(values)
values.append(5.0)
print(first.run([1]), second.run([1]))

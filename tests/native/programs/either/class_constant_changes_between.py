import numpy as np
import tensorflow as tf


SCALE = 2.0


class Scaled:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [])
        self.out = self.x * SCALE
        self.sess = tf.Session()

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})


first = Scaled()
SCALE = 3.0
second = Scaled()
print(first.run(1.0), second.run(1.0))

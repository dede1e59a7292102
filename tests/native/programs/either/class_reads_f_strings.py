import numpy as np
import tensorflow as tf


class Named:
    def __init__(self, name):
        self.name = name
        self.x = tf.placeholder(tf.float32, [None], name=f"{name}_x")
        w = tf.Variable(2.0, name=f"{self.name}_w")
        self.out = self.x * w
        print(f"made {w.name} of {self.name}")
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})


print(Named("a").run([1, 2]))

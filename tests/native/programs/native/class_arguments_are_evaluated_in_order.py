import numpy as np
import tensorflow as tf


class Order:
    def __init__(self):
        self.calls = []
        self.b = tf.placeholder(tf.float32, [])
        self.a = tf.placeholder(tf.float32, [])
        self.unused = tf.placeholder(tf.float32, [])
        self.out = self.a - self.b
        self.sess = tf.Session()

    def note(self, value):
        self.calls.append(value)
        return value

    def run(self):
        return self.sess.run(self.out, feed_dict={self.a: self.note(1.0), self.b: self.note(2.0)})

    def more(self):
        return self.sess.run(self.out, {self.a: self.note(1.0), self.b: self.note(2.0), self.unused: 3.0})


order = Order()
print(order.run(), order.more(), order.calls)

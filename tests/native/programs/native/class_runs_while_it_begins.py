import numpy as np
import tensorflow as tf


class Counter:
    def __init__(self, start):
        self.value = tf.Variable(start, name="value")
        self.by = tf.placeholder(tf.int32, [])
        self.more = tf.assign_add(self.value, self.by)
        self.double = self.value * 2
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
        print("begins with", self.sess.run(self.value))
        self.add(5)
        print("then", self.get())

    def add(self, by):
        self.sess.run(self.more, feed_dict={self.by: by})

    def get(self):
        return self.sess.run(self.double)

    def __call__(self, by):
        return self.sess.run(self.more, feed_dict={self.by: by})


counter = Counter(3)
counter.add(2)
print(counter.get(), counter(10), counter.get())
other = Counter(100)
print(other(1), counter.get())

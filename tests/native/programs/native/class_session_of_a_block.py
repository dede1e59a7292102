import numpy as np
import tensorflow as tf


class Line:
    def __init__(self, slope, sess):
        self.sess = sess
        self.x = tf.placeholder(tf.float32, [None])
        self.a = tf.Variable(slope)
        self.out = self.a * self.x
        self.up = tf.assign_add(self.a, 1.0)

    def grow(self):
        self.sess.run(self.up)

    def run(self, x):
        return self.sess.run(self.out, feed_dict={self.x: x})


class Plain:
    def __init__(self, line):
        self.line = line

    def twice(self, x):
        return 2 * self.line.run(x)


with tf.Session() as sess:
    line = Line(3.0, sess=sess)
    sess.run(tf.global_variables_initializer())
    line.grow()
    print(line.run([1, 2]), Plain(line).twice([1]))

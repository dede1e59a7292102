import numpy as np
import tensorflow as tf

class M(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None])
        self.w = tf.Variable(2.0)
        self.y = self.x * self.w
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
    def run(self, x):
        if not hasattr(self, 'y'):
            return 'not built'
        return self.sess.run(self.y, {self.x: x})
    def is_open(self):
        return hasattr(self, 'sess')  # refused: hasattr
m = M()
print(m.run([1, 2]), m.is_open())
print([k for k in ('x', 'y', 'w', 'sess') if hasattr(m, k)])

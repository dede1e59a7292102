import numpy as np
import tensorflow as tf

import operator
class M(object):
    def __init__(self, lr):
        self.lr = lr
        self.x = tf.placeholder(tf.float32, [None])
        self.y = self.x * self.lr
        self.sess = tf.Session()
    def run(self, x):
        return self.sess.run(self.y, {self.x: x})
m = M(3.0)
print(m.run([1, 2]), operator.attrgetter('lr')(m), '{0.lr}'.format(m))  # refused: attrgetter
print(len(dir(m)) > 5, callable(m.run), operator.methodcaller('run', [5.])(m), list(map(m.run, [[1.], [2.]])))
print(operator.attrgetter('y')(m) is not None)

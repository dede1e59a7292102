import numpy as np
import tensorflow as tf

class M(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 2])
        self.y = self.x * 2
        self.sess = tf.Session()
    def go(self, x):
        return self.sess.run(self.y, {self.x: x})
ERRS = (ValueError, KeyError)
m = M()
try:
    print(m.go([[1, 2]]))  # refused: handled
    print(m.go([1, 2, 3]))
except ERRS as e:
    print('caught')
finally:
    print('done')

import numpy as np
import tensorflow as tf

class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 2])
        self.y = tf.reduce_sum(self.x)
        self.sess = tf.Session()
    def run(self, x):
        return self.sess.run(self.y, {self.x: x})

m = Model()
for x in ([[1, 2]], [1, 2, 3], [['a', 'b']], np.ones((1, 3))):
    try:
        print(m.run(x))  # refused: handled
    except ValueError as e:
        print('ValueError')

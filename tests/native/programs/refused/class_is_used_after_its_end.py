import numpy as np
import tensorflow as tf

class Model(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None])
        self.y = self.x + 1.0
        self.sess = tf.Session()
    def close(self):
        self.sess.close()
    def predict(self, x):
        return self.sess.run(self.y, feed_dict={self.x: x})

m = Model()
print(m.predict([1.0]))
m.close()
try:
    print(m.predict([1.0]))  # refused: handled
except RuntimeError as e:
    print('closed', e)

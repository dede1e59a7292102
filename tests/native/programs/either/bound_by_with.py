import numpy as np
import tensorflow as tf

class Open(object):
    def __enter__(self):
        self.a = np.array([1.0, 2.0], np.float32)
        return self.a
    def __exit__(self, *args):
        self.a[:] = 40
x = tf.placeholder(tf.float32, [2])
with Open() as data:
    print(data)
y = x * data
with Open() as other:
    pass
keep = [data]
keep[0][1] = 8
with tf.Session() as sess:
    print(sess.run(y, {x: [1, 1]}))

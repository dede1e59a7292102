import numpy as np
import tensorflow as tf

def spoil(a):
    a[:] = 7.0


data = np.array([1.0, 2.0], np.float32)
x = tf.placeholder(tf.float32, [2])
y = x * data
spoil(data)
with tf.Session() as sess:
    print(sess.run(y, {x: [1, 1]}))
    np.copyto(data, [5, 5])
    print(sess.run(y + 0.0, {x: [1, 1]}))

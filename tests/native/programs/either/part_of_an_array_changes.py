import numpy as np
import tensorflow as tf

def spoil(a):
    a[:] = 7.0


data = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)
x = tf.placeholder(tf.float32, [2])
y = x * data
spoil(data[0])
with tf.Session() as sess:
    print(sess.run(y, {x: [1, 1]}))

import numpy as np
import tensorflow as tf

f = tf.placeholder(tf.float32, [None, 2])
g = tf.reduce_sum(f, 1)
rows = [np.array([1.0, 2.0]), np.array([3.0, 4.0])]
with tf.Session() as sess:
    print(sess.run(g, {f: rows}))
    print(sess.run(g, {f: [rows[0], [5, 6]]}))
    print(sess.run(g, {f: np.matrix([[1, 2]])}))

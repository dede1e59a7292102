import numpy as np
import tensorflow as tf

f = tf.placeholder(tf.float32, [None])
g = f * 2
i = tf.placeholder(tf.int32, [None])
k = i * 2
l = tf.placeholder(tf.int64, [None])
m = l + 1
with tf.Session() as sess:
    print(sess.run(g, {f: np.array([1, 2], np.uint8)}), sess.run(g, {f: np.array([1.5], np.float64)}))
    print(sess.run(g, {f: np.array([1.5], np.float16)}), sess.run(g, {f: np.array([1, 2])}))
    print(sess.run(k, {i: np.array([1, 2], np.int64)}), sess.run(k, {i: np.array([1, 2], np.uint8)}))
    print(sess.run(m, {l: np.array([1, 2], np.int32)}), sess.run(m, {l: [5]}))

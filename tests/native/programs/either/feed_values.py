import numpy as np
import tensorflow as tf

f = tf.placeholder(tf.float32, name="f")
i = tf.placeholder(tf.int32, [None])
t = tf.placeholder(tf.bool)
d = tf.placeholder(tf.float64, [])
out = tf.cond(t, lambda: f * 2, lambda: f * 3)
with tf.Session() as sess:
    print(sess.run(out, {f: np.float64(1.5), t: True}), sess.run(out, {f: 2, t: np.bool_(False)}))
    print(sess.run(out, {f: np.arange(3), t: 1 > 0}), sess.run(out, {f: [[1], [2]], t: False}))
    print(sess.run(i * 2, {i: [1.7, 2.2]}), sess.run(i + 1, {i: np.array([3], np.int64)}))
    print(sess.run(d / 3, {d: np.float32(0.1)}), sess.run(d, {d: 7}).dtype)
    print(sess.run(i, {i: range(4)}), sess.run(i, {i: (5, 6)}))

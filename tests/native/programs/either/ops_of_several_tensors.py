import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
m = tf.nn.moments(x, [0])
mean, var = tf.nn.moments(x, [0])
top = tf.nn.top_k(x, 2)
a, b = tf.split(x, 2)
parts = tf.unstack(tf.reshape(x, [2, 2]))
with tf.Session() as sess:
    f = {x: [1, 2, 3, 4]}
    print(sess.run(m, f), sess.run([mean, var], f))
    print(sess.run(top, f), sess.run(top.values, f))
    print(sess.run([a, b], f), sess.run(parts, f), sess.run(parts[0], f))

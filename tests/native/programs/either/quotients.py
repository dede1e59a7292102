import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.int32, [None])
y = tf.placeholder(tf.float64, [None])
z = tf.placeholder(dtype=tf.float32)
n = tf.constant(-7)
half = 2
whole = tf.div(n, half)
parts = tf.div(x, [2, 3])
exact = tf.div(y, tf.constant(2, dtype=tf.float64))
ratio = tf.div(z, z + 1)
half = 2.0
with tf.Session() as sess:
    print(sess.run(whole), sess.run(parts, {x: [5, -5]}), sess.run(exact, {y: [1.0]}), sess.run(ratio, {z: 3.0}))
    print(sess.run(tf.div(-7, 2)), sess.run(tf.div(5.0, 4)))

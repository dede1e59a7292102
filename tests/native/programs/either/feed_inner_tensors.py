import numpy as np
import tensorflow as tf

# Anything can be fed: constants, variables, what an op computes.
a = tf.constant(2.0)
w = tf.Variable(3.0)
b = a * w
c = b + 1
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(c), sess.run(c, {a: 10.0}), sess.run(c, {b: 100.0}), sess.run(c, {w: 5.0}), sess.run(c))

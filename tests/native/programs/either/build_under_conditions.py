import numpy as np
import tensorflow as tf

use_bias = True
depth = 2
x = tf.placeholder(tf.float32, [None, 2])
h = x
if use_bias:
    b = tf.Variable([0.5, -0.5])
    h = h + b
else:
    b = None
for _ in range(depth):
    h = tf.nn.relu(h) * 2
try:
    h = tf.no_such_op(h)
except AttributeError:
    h = h + 1
y = tf.reduce_sum(h) if depth > 1 else h
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(y, {x: [[1, -1]]}), sess.run(b))
    use_bias, depth = False, 0
    print(sess.run(y, {x: [[1, -1]]}))

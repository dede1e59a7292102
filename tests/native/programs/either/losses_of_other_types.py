import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float64, [None])
y = tf.placeholder(tf.float32, [None])
loss = tf.losses.mean_squared_error(y, x)
other = tf.losses.absolute_difference(x, y)
with tf.Session() as sess:
    print(sess.run(loss, {x: [1, 2], y: [2, 4]}), sess.run(other, {x: [1, 2], y: [2, 4]}))

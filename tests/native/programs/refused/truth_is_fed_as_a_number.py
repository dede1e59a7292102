import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
t = tf.placeholder(tf.bool, [])
y = x * tf.cast(t, tf.float32)
with tf.Session() as sess:
    print(sess.run(y, {x: [1., 2.], t: 1}))  # refused: truth
    print(sess.run(y, feed_dict={x: [1., 2.], t: 0}))

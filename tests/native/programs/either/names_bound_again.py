import numpy as np
import tensorflow as tf

# A name means another tensor after each line; what was built before keeps the old one.
x = tf.placeholder(tf.float32, [None])
y = x * 2
z = y
y = y + 1
y = y * y
x_squared, x = x * x, x + 100

with tf.Session() as sess:
    feed = {z.op.inputs[0]: [1, 2, 3]}
    print(sess.run([z, y, x_squared, x], feed_dict=feed))

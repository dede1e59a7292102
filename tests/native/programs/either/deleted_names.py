import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32)
y = x * 2
z = y + 1
del y
for i in range(3):
    z = z * 2
del i
y = z - 1
with tf.Session() as sess:
    print(sess.run(z, {x: 1}), sess.run(y, {x: 1}))

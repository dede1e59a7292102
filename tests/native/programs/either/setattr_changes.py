import numpy as np
import tensorflow as tf

class C(object):
    rate = 2.0
x = tf.placeholder(tf.float32, [])
y = x * C.rate
setattr(C, "rate", 9.0)
with tf.Session() as sess:
    print(sess.run(y, {x: 1}), C.rate)

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
scale = tf.placeholder(tf.float32)
w = tf.Variable(3.0)
y = tf.reduce_sum(w * x * scale)
data = np.arange(4.0)
factor = 1.0
kept = {x: data.copy(), scale: factor}
shared = {x: np.asarray(data), scale: float(factor)}

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    data[0] = 100.0
    factor = 7.0
    print(sess.run(y, kept), sess.run(y, shared))
    data[1] = 1000.0
    for factor in (2.0, 3.0):
        print(sess.run(y, shared))

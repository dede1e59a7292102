import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float64, [None, 2])
y = tf.layers.dense(x, 1, kernel_initializer=tf.constant_initializer(1.0 / 3.0))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    value = sess.run(y, {x: np.array([[1e8, 1.0]])})
    print(value.dtype, "%.6f" % (value[0, 0] * 3 - 1e8))

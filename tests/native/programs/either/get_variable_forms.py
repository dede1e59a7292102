import numpy as np
import tensorflow as tf

w = tf.get_variable("w", [2], initializer=tf.constant_initializer([1.0, 2.0]))
b = tf.get_variable("b", initializer=3.0)
k = tf.get_variable("k", shape=[2, 2], dtype=tf.float32, initializer=tf.zeros_initializer())
y = tf.reduce_sum(w) + b + tf.reduce_sum(k)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(y), w.name, b.shape, sess.run(k))

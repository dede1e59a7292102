import numpy as np
import tensorflow as tf

a = tf.Variable(tf.random_normal([2], seed=5))
b = tf.Variable(tf.random_normal([4], mean=2.0, seed=5))
u = tf.Variable(tf.random_uniform([2], seed=5))
d = tf.Variable(tf.nn.dropout(tf.ones([8]), 0.5, seed=5))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([a, b, u, d]))

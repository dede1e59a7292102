import numpy as np
import tensorflow as tf

tf.set_random_seed(7)
x = tf.placeholder(tf.float32, [None, 2])
first = tf.layers.dense(x, 3, kernel_initializer=tf.random_normal_initializer(seed=1))
w = tf.Variable(tf.random_normal([3, 2], seed=2))
second = tf.layers.dense(tf.matmul(first, w), 2, kernel_initializer=tf.random_normal_initializer(stddev=0.5, seed=3))
third = tf.layers.dense(second, 2, kernel_initializer=tf.random_normal_initializer(stddev=0.5, seed=3), use_bias=False)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(third, {x: np.eye(2)}))
    print(sess.run(first, {x: np.eye(2)}))
    print(sess.run(w))

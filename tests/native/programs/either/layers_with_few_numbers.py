import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2, 3])
start = tf.constant_initializer([1.0, 2.0])
y = tf.layers.dense(x, 2, kernel_initializer=tf.constant_initializer(0.5), bias_initializer=start)
z = tf.layers.dense(x, 4, kernel_initializer=tf.zeros_initializer, bias_initializer=tf.constant_initializer(7))
start = None
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([y, z], {x: np.arange(12).reshape(2, 2, 3)}))

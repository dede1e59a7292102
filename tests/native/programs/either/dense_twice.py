import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
a = tf.layers.dense(x, 2, kernel_initializer=tf.ones_initializer())
b = tf.layers.dense(x, 2, kernel_initializer=tf.zeros_initializer(), bias_initializer=tf.ones_initializer())
c = tf.layers.dense(a * b, 1, kernel_initializer=tf.constant_initializer(0.5))
loss = tf.losses.mean_squared_error(y, c)
train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        _, l = sess.run([train, loss], {x: np.eye(3), y: np.ones((3, 1))})
        print(l)

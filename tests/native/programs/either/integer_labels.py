import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
y = tf.placeholder(tf.int32, [None])
w = tf.Variable(1.0)
loss = tf.losses.mean_squared_error(y, x * w)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run([loss, train], {x: [1, 2], y: [2, 4]})[0])
    print(sess.run(w))

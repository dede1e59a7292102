import numpy as np
import tensorflow as tf

rate = 0.1
w = tf.Variable(4.0)
loss = w * w
train = tf.train.GradientDescentOptimizer(rate).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        sess.run(train)
        rate = rate / 2  # has no effect on the optimizer
        print(sess.run(w), rate)

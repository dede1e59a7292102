import numpy as np
import tensorflow as tf

w = tf.Variable([1.0, 3.0])
loss = tf.reduce_mean(tf.square(w - 5.0))
train = tf.train.GradientDescentOptimizer(1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train)
    print(sess.run(w))

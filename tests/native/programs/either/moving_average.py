import numpy as np
import tensorflow as tf

w = tf.Variable(1.0)
train = tf.train.GradientDescentOptimizer(0.1).minimize(w * w)
ema = tf.train.ExponentialMovingAverage(0.5)
with tf.control_dependencies([train]):
    step = ema.apply([w])
average = ema.average(w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(4):
        sess.run(step)
    print(sess.run(w), sess.run(average))

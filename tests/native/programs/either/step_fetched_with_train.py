import numpy as np
import tensorflow as tf

step = tf.Variable(0, trainable=False)
w = tf.Variable([1.0, 2.0])
loss = tf.reduce_sum(w * w)
with tf.control_dependencies([tf.assign_add(step, 1)]):
    train = tf.train.GradientDescentOptimizer(0.25).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        _, value = sess.run([train, loss])
        print(value, sess.run(step), sess.run(loss))

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
        nothing, _ = sess.run([train, tf.no_op()])
        print(nothing, sess.run(step), sess.run(loss))

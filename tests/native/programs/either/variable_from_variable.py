import numpy as np
import tensorflow as tf

w = tf.Variable(tf.constant([1.0, 2.0]), name="w")
twice = tf.Variable(w.initialized_value() * 2)
copy = tf.Variable(tf.zeros([2]), trainable=False)
sync = copy.assign(w)
loss = tf.reduce_sum(tf.square(w - twice))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train)
    print(sess.run([w, twice, copy]))
    sess.run(sync)
    sess.run(train)
    print(sess.run([w, twice, copy]))
    print([v.name for v in tf.trainable_variables()])

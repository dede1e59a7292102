import numpy as np
import tensorflow as tf

table = tf.Variable(tf.ones([5, 2]))
row = table[2]
part = table[1:3] * 1.0
loss = tf.reduce_sum(tf.square(row - 3.0)) + tf.reduce_sum(tf.square(part))
train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(4):
        sess.run(train)
    print(sess.run(table))

import numpy as np
import tensorflow as tf

a = tf.Variable(1.0)
b = tf.Variable(1.0)
first, second = tf.square(a - 3), tf.square(b + a)
opt = tf.train.AdamOptimizer(0.1)
train_a = opt.minimize(first, var_list=[a])
train_b = opt.minimize(second)
both = tf.group(train_a, train_b)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train_a)
        sess.run(train_b)
    print(sess.run([a, b]))

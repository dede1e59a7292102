import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [])
v = tf.Variable(1.0)
y = x * v
inc = v.assign_add(1.0)
for i in range(3):
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(i, sess.run(y, {x: i}))
        sess.run(inc)
        print(sess.run(v))

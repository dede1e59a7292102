import numpy as np
import tensorflow as tf

# Ops that change variables happen when they are run, not when they are built.
v = tf.Variable(1.0)
count = tf.Variable(0, trainable=False)
double = v.assign(v * 2)
reset = tf.assign(v, 100.0)
tick = count.assign_add(1)
never = tf.assign_sub(v, 1000.0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(v), sess.run(count))
    for _ in range(3):
        sess.run(double)
    print(sess.run(v))
    print(sess.run([tick, double]))
    sess.run(reset)
    print(sess.run(v), sess.run(count))

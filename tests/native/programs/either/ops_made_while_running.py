import numpy as np
import tensorflow as tf

v = tf.Variable([1.0, 2.0])
a = tf.constant(3.0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        print(sess.run(tf.add(a, i)))
        sess.run(v.assign(v + i))
    print(sess.run(tf.reduce_sum(v)), sess.run(v[0] * a), sess.run(tf.stack([a, v[1]])))
    v.load([9.0, 8.0], sess)
    print(v.eval(), tf.shape(v).eval(), sess.run(tf.global_variables()))

import numpy as np
import tensorflow as tf

w = tf.Variable(1.0)
b = tf.Variable(1.0)
loss = tf.square(w * b - 3.0)
t1 = tf.train.AdamOptimizer(0.1).minimize(loss, var_list=[w])
t2 = tf.train.AdamOptimizer(0.2).minimize(loss, var_list=[b])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(t1)
        sess.run(t2)
        print(sess.run([w, b, loss]))
    sess.run([t1])
    print(sess.run([loss, w]))

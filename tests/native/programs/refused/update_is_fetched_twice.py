import numpy as np
import tensorflow as tf

w = tf.Variable(1.0)
inc = tf.assign_add(w, 1.0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    a, b = sess.run([inc, inc])  # refused: twice
    print(a, b)
    print(sess.run(w))

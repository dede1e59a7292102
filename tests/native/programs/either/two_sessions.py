import numpy as np
import tensorflow as tf

# Each session has variables of its own.
w = tf.Variable(1.0)
bump = tf.assign_add(w, 1.0)
init = tf.global_variables_initializer()
with tf.Session() as sess:
    sess.run(init)
    sess.run(bump)
    sess.run(bump)
    print(sess.run(w))
with tf.Session() as sess:
    sess.run(init)
    print(sess.run(w))
one, two = tf.Session(), tf.Session()
one.run(init)
two.run(init)
one.run(bump)
print(one.run(w), two.run(w))

import numpy as np
import tensorflow as tf

w = tf.Variable(1.0)
up = w.assign_add(5.0)
init = tf.global_variables_initializer()
sess = tf.Session()
sess.run(w.assign(3.0))
print(sess.run(up))
sess.run(init)
print(sess.run(w))

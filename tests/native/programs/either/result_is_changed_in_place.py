import numpy as np
import tensorflow as tf

w = tf.Variable(np.zeros(3, np.float32))
add = w.assign_add(tf.ones([3]))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    value = sess.run(w)
    value[0] = 50
    print(value, sess.run(w))
    later = sess.run(add)
    sess.run(add)
    print(later, sess.run(w))

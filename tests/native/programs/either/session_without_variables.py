import numpy as np
import tensorflow as tf

w = tf.Variable(1.0, name="w")
y = w * 2
with tf.Session() as sess:
    try:
        print(sess.run(y))
    except tf.errors.FailedPreconditionError:
        print("not initialized")
    sess.run(tf.global_variables_initializer())
    print(sess.run(y))
with tf.Session() as sess:
    try:
        print(sess.run(y))
    except tf.errors.FailedPreconditionError:
        print("not initialized in the second session")

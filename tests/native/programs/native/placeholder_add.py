from __future__ import print_function
import tensorflow as tf

# Inputs of the graph; their values come when the session runs.
a = tf.placeholder(tf.int16)
b = tf.placeholder(tf.int16)

add = tf.add(a, b)
mul = tf.multiply(a, b)

with tf.Session() as sess:
    print("Addition with variables: %i" % sess.run(add, feed_dict={a: 2, b: 3}))
    print("Multiplication with variables: %i" % sess.run(mul, feed_dict={a: 2, b: 3}))
    print(sess.run([add, mul], feed_dict={a: 7, b: 6}))

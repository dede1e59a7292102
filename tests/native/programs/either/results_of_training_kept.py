import numpy as np
import tensorflow as tf

w = tf.Variable(1.0)
loss = tf.square(w - 3)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    result = sess.run([train, loss])
    print(result)
    nothing, value = sess.run([train, loss])
    print(nothing, value)
    print(sess.run(train))
    both = sess.run((loss, w))
    print(both, type(both).__name__)

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
w = tf.Variable(3.0)
y = tf.reduce_sum(w * x)
x_data = "taken"

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        if i == 1:
            feed = {x: np.ones(3)}
        else:
            feed = {x: np.ones(i + 1)}
        print(sess.run(y, feed), x_data)
    feed = {x: np.ones(5)}
    feed[x] = np.zeros(5)
    print(sess.run(y, feed), len(feed))

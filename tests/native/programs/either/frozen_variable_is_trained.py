import numpy as np
import tensorflow as tf

w = tf.Variable(1.0, trainable=False)
b = tf.Variable(1.0)
loss = tf.square(w + b - 5.0)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, var_list=[w])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train)
    print(sess.run([w, b]))

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None, 1])
W = tf.Variable(tf.zeros([2, 1]))
pred = tf.matmul(x, W)
err = pred - y
loss = tf.reduce_mean(tf.square(err))
mae = tf.reduce_mean(tf.abs(err))
train = tf.train.AdamOptimizer(0.1).minimize(loss)
a, b = np.eye(2), np.ones((2, 1))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        _, l, m = sess.run([train, loss, mae], {x: a, y: b})
        l2, m2, p = sess.run([loss, mae, pred], {x: a, y: b})
        print(i, l, m, l2, m2, p.ravel())
    print(sess.run(err, {x: a, y: b}).ravel())

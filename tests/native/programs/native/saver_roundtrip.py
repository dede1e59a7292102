import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
path = os.path.join(folder, "model.ckpt")

x = tf.placeholder(tf.float32, [None, 1])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.Variable([[0.0]], name="w")
b = tf.Variable([0.0], name="b")
pred = tf.matmul(x, w) + b
loss = tf.reduce_mean(tf.square(pred - y))
train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
saver = tf.train.Saver()

xs = np.linspace(0, 1, 10).reshape(-1, 1)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(30):
        sess.run(train, feed_dict={x: xs, y: 3 * xs + 1})
    print("trained", sess.run(pred, feed_dict={x: [[2.0]]}))
    saver.save(sess, path)

# A new session, whose variables come from the checkpoint.
with tf.Session() as sess:
    saver.restore(sess, path)
    print("restored", sess.run(pred, feed_dict={x: [[2.0]]}))
    print(sess.run(loss, feed_dict={x: xs, y: 3 * xs + 1}))

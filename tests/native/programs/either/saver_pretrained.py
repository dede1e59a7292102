import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model")
w = tf.Variable([[1.0, 2.0]], name="body")
head = tf.Variable([[3.0], [4.0]], name="head")
x = tf.placeholder(tf.float32, [None, 1])
out = tf.matmul(tf.matmul(x, w), head)
train = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(tf.square(out)))
saver = tf.train.Saver()
body_saver = tf.train.Saver([w])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train, feed_dict={x: [[1.0]]})
    saver.save(sess, path)
    for _ in range(3):
        sess.run(train, feed_dict={x: [[1.0]]})
    # Only the body goes back.
    body_saver.restore(sess, path)
    print(sess.run([w, head]))
    sess.run(train, feed_dict={x: [[1.0]]})
    print(sess.run([w, head]))
    saver.restore(sess, path)
    sess.run(train, feed_dict={x: [[1.0]]})
    print(sess.run([w, head]))

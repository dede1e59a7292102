import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model.ckpt")
rate = tf.placeholder(tf.float32, [])
w = tf.Variable([4.0, -4.0], name="w")
loss = tf.reduce_sum(tf.square(w))
train = tf.train.AdamOptimizer(rate).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train, feed_dict={rate: 0.5})
    saver.save(sess, path)
    sess.run(train, feed_dict={rate: 0.1})
    print(sess.run(w))
    saver.restore(sess, path)
    sess.run(train, feed_dict={rate: 0.01})
    print(sess.run(w))

import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model.ckpt")
x = tf.placeholder(tf.float32, [4])
w = tf.Variable(2.0, name="w")
dropped = tf.nn.dropout(x * w, keep_prob=0.5, seed=7)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run(dropped, feed_dict={x: [1.0, 2.0, 3.0, 4.0]}))
    saver.save(sess, path)
with tf.Session() as sess:
    saver.restore(sess, path)
    for _ in range(2):
        print(sess.run(dropped, feed_dict={x: [1.0, 2.0, 3.0, 4.0]}))

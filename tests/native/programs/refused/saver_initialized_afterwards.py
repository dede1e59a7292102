import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model.ckpt")
w = tf.Variable([1.0], name="w")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(tf.assign(w, [5.0]))
    saver = tf.train.Saver()
    saver.save(sess, path)
with tf.Session() as sess:
    saver.restore(sess, path)
    sess.run(tf.global_variables_initializer())  # refused: second
    print(sess.run(w))

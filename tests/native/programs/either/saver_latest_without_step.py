import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
w = tf.Variable([1.0, 2.0], name="w")
triple = tf.assign(w, w * 3)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(triple)
    saver.save(sess, os.path.join(folder, "model.ckpt"))
    sess.run(triple)
with tf.Session() as sess:
    saver.restore(sess, tf.train.latest_checkpoint(folder))
    print(sess.run(w))

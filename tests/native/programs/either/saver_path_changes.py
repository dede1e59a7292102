import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
w = tf.Variable([1.0], name="w")
add = tf.assign_add(w, [1.0])
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    path = os.path.join(folder, "one")
    saver.save(sess, path)
    sess.run(add)
    path = os.path.join(folder, "two")
    saver.save(sess, path)
    sess.run(add)
    saver.restore(sess, os.path.join(folder, "one"))
    print(sess.run(w))
    saver.restore(sess, path)
    print(sess.run(w))

import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
w = tf.Variable([1.0], name="w")
add = tf.assign_add(w, [1.0])
saver = tf.train.Saver()
with tf.Session() as sess:
    latest = tf.train.latest_checkpoint(folder)
    if latest is None:
        sess.run(tf.global_variables_initializer())
    else:
        saver.restore(sess, latest)
    sess.run(add)
    print(saver.save(sess, os.path.join(folder, "m"), global_step=0)[-3:])
    sess.run(add)
    saver.restore(sess, tf.train.latest_checkpoint(folder))
    print(sess.run(w))

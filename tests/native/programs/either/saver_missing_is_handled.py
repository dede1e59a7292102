import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
w = tf.Variable([1.0], name="w")
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    try:
        saver.restore(sess, tf.train.latest_checkpoint(folder))
        print("restored")
    except Exception:
        print("nothing to restore")
    sess.run(w.assign([2.0]))
    print(os.path.basename(saver.save(sess, os.path.join(folder, "model.ckpt"), global_step=1)))
    saver.restore(sess, tf.train.latest_checkpoint(folder))
    print(sess.run(w))

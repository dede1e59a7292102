import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
w = tf.Variable([1.0], name="w")
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    try:
        saver.restore(sess, os.path.join(folder, "model.ckpt"))  # refused: error
        print("restored")
    except ValueError:
        print("nothing to restore")
    print(sess.run(w))

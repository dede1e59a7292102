import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
w = tf.Variable([1.0], name="w")
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    saver.save(sess, os.path.join(folder, "model.ckpt"))
    print(sorted(os.listdir(folder)))  # refused: folder
    print(sess.run(w))

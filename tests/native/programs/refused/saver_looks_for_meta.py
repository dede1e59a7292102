import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model.ckpt")
w = tf.Variable([1.0], name="w")
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    saver.save(sess, path)
    if os.path.exists(path + ".meta"):  # refused: graph
        print("graph saved")
    print(sess.run(w))

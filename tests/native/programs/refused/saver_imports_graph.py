import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model.ckpt")
w = tf.Variable([1.5], name="w")
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    saver.save(sess, path)
tf.reset_default_graph()
with tf.Session() as sess:
    new_saver = tf.train.import_meta_graph(path + ".meta")  # refused: import_meta_graph
    new_saver.restore(sess, path)
    print(sess.run("w:0"))

import os
import tempfile

import tensorflow as tf

os.chdir(tempfile.mkdtemp())
w = tf.Variable([1.0], name="w")
add = tf.assign_add(w, [1.0])
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(add)
    print(saver.save(sess, "./model/m.ckpt"), saver.save(sess, "flat.ckpt", write_meta_graph=False))
    print(saver.save(sess, "./steps/m.ckpt", global_step=3))
    print(tf.io.gfile.exists("./model/m.ckpt.index"), os.path.isdir("model"))
    sess.run(add)
    saver.restore(sess, "flat.ckpt")
    print(sess.run(w))

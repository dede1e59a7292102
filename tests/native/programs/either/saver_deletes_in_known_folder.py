import os
import shutil

import tensorflow as tf

folder = os.path.join(os.getcwd(), "kept_elsewhere")
w = tf.Variable([1.0], name="w")
double = tf.assign(w, w * 2)
saver = tf.train.Saver(max_to_keep=2)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        sess.run(double)
        saver.save(sess, os.path.join(folder, "m"), global_step=i)
    print(sess.run(w))
shutil.rmtree(folder)

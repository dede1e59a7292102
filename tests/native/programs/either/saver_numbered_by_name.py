import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
w = tf.Variable(0.0, name="w")
count = tf.assign_add(w, 1.0)
saver = tf.train.Saver(max_to_keep=2)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(4):
        sess.run(count)
        saver.save(sess, os.path.join(folder, "epoch_{}.ckpt".format(epoch)))
    for epoch in range(4):
        # The older ones are gone.
        print(epoch, os.path.exists(os.path.join(folder, "epoch_{}.ckpt.index".format(epoch))))
    saver.restore(sess, os.path.join(folder, "epoch_2.ckpt"))
    print(sess.run(w))

import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
w = tf.Variable(0.0, name="w")
count = tf.assign_add(w, 1.0)
saver = tf.train.Saver(max_to_keep=None)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(7):
        sess.run(count)
        saver.save(sess, folder + "/model", epoch)
    print([os.path.exists(folder + "/model-%d.index" % epoch) for epoch in range(8)])
    saver.restore(sess, folder + "/model-1")
    print(sess.run(w))
    state = tf.train.get_checkpoint_state(folder)
    print(os.path.basename(state.model_checkpoint_path))

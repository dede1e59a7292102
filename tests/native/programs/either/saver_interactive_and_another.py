import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model.ckpt")
w = tf.Variable(1.0, name="w")
bump = tf.assign_add(w, 1.0)
saver = tf.train.Saver()
session = tf.InteractiveSession()
tf.global_variables_initializer().run()
saver.save(session, path)
session.run(bump)
with tf.Session() as sess:
    saver.restore(sess, path)
    print(w.eval())
print(w.eval())

import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model.ckpt")
w = tf.Variable([1.0], name="w")
add = tf.assign_add(w, [1.0])
saver = tf.train.Saver()
sess = tf.InteractiveSession()
if not os.path.exists(path + ".index"):
    print("training from scratch")
    tf.global_variables_initializer().run()
    sess.run(add)
    saver.save(tf.get_default_session(), path)
else:
    saver.restore(sess, path)
print(w.eval())

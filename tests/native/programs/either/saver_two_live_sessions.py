import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model.ckpt")
w = tf.Variable(1.0, name="w")
bump = tf.assign_add(w, 1.0)
saver = tf.train.Saver()
one = tf.Session()
one.run(tf.global_variables_initializer())
one.run(bump)
saver.save(one, path)
two = tf.Session()
saver.restore(two, path)
two.run(bump)
one.run(bump)
one.run(bump)
print(one.run(w), two.run(w))

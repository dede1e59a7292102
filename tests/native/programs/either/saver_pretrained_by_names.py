import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model")
a = tf.Variable([1.0], name="a")
b = tf.Variable([2.0], name="b")
bump = tf.assign_add(a, [10.0])
saver = tf.train.Saver()
# What was saved as `a` begins `b`.
other = tf.train.Saver({"a": b})
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(bump)
    saver.save(sess, path)
    other.restore(sess, path)
    print(sess.run([a, b]))

import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "some.ckpt")
v1 = tf.Variable([3.0, 4.0], name="v1")
v2 = tf.Variable([5.0], name="v2")
total = tf.reduce_sum(v1) + tf.reduce_sum(v2)
saver = tf.train.Saver({"my/first": v1, "second": v2})
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(tf.assign(v1, [30.0, 40.0]))
    print(os.path.basename(saver.save(sess, path)))
    sess.run(tf.assign(v1, [0.0, 0.0]))
    sess.run(tf.assign(v2, [0.0]))
    print(sess.run(total))
    saver.restore(sess, path)
    print(sess.run(total), sess.run(v1))

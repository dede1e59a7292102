import os
import tempfile

import tensorflow as tf

prefix = os.path.join(tempfile.mkdtemp(), "member")
x = tf.placeholder(tf.float32, [None, 1], name="x")
w = tf.Variable([[1.0]], name="w")
w_again = tf.Variable([[2.0]], name="w")
count = tf.Variable(0, trainable=False, dtype=tf.int64, name="count")
flag = tf.Variable(False, trainable=False, name="flag")
y = tf.matmul(x, w) + tf.matmul(x, w_again)
grow = tf.assign(w, w * 3.0)
more = tf.assign_add(count, 2)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for member in range(3):
        sess.run(grow)
        sess.run(more)
        saver.save(sess, prefix, global_step=member)
    sess.run(tf.assign(flag, True))
    outputs = []
    for member in range(3):
        saver.restore(sess, prefix + "-%d" % member)
        outputs.append(sess.run(y, feed_dict={x: [[1.0], [2.0]]}))
        print(member, sess.run(count), sess.run(flag))
    print(sum(outputs) / 3)

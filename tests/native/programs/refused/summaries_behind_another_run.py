import tempfile

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [])
y = tf.square(x)
s = tf.summary.scalar('y', y)
with tf.Session() as sess:
    wr = tf.summary.FileWriter(tempfile.mkdtemp())
    first = sess.run(s, {x: 1.0})
    second = sess.run(s, {x: 2.0})  # refused: another
    wr.add_summary(second, 2)
    wr.add_summary(first, 1)
    wr.close()
    print(sess.run(y, {x: 3.}))

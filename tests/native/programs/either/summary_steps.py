import tempfile

import numpy as np
import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None])
w = tf.Variable(2.0)
size = tf.reduce_sum(w * x)
tf.summary.scalar("size", size)
merged = tf.summary.merge_all()
steps = iter(range(5, 100, 5))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter(logs)
    for i in np.arange(3):
        s = sess.run(merged, {x: [i, 2.0]})
        writer.add_summary(s, next(steps)); print(i)
        writer.add_summary(sess.run(merged, {x: [next(steps)]}), next(steps))
        if i: writer.add_summary(s, i / 0.5)
    writer.close()
show(logs)

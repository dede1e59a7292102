import tempfile

import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None])
w = tf.Variable(2.0)
size = tf.reduce_sum(w * x)
tf.summary.scalar("size", size)
merged = tf.summary.merge_all()


def log(writer, summary, step):
    writer.add_summary(summary, step)


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter(logs)
    kept = []
    for i in range(3):
        s = sess.run(merged, {x: [float(i), 2.0]})
        kept.append(s)
        log(writer, s, i)
    for i, one in enumerate(kept):
        writer.add_summary(one, 10 + i)
    writer.close()
show(logs)

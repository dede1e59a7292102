import tempfile

import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None], name="values")
w = tf.Variable(2.0, name="factor")
with tf.name_scope("statistics"):
    mean = tf.reduce_mean(w * x)
    tf.summary.scalar("mean", mean)
    with tf.name_scope("stddev"):
        stddev = tf.sqrt(tf.reduce_mean(tf.square(w * x - mean)))
    tf.summary.scalar("stddev", stddev)
    tf.summary.scalar("max", tf.reduce_max(x * w))
tf.summary.scalar("values", tf.reduce_sum(x * w))
merged = tf.summary.merge_all()

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter(logs)
    writer.add_summary(sess.run(merged, {x: [1.0, 4.0]}), 7)
    writer.close()
show(logs)

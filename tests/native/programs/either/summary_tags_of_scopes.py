import tempfile

import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None])
w = tf.Variable(2.0)
with tf.name_scope("stddev"):
    stddev = tf.sqrt(tf.reduce_mean(tf.square(w * x)))
tf.summary.scalar("stddev", stddev)
with tf.variable_scope("Net"):
    inner = tf.reduce_sum(w * x)
    with tf.name_scope("deep"):
        tf.summary.scalar("inner", inner)
        tf.summary.scalar("INNER", inner + 1.0)
with tf.name_scope("net"):
    tf.summary.scalar("inner", inner + 2.0)
with tf.name_scope("Net_1/"):
    tf.summary.scalar("again", inner + 3.0)
merged = tf.summary.merge_all()

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter(logs)
    writer.add_summary(sess.run(merged, {x: [1.0, 4.0]}), 7)
    writer.close()
show(logs)

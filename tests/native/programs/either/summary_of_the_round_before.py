import tempfile

import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None])
w = tf.Variable(1.0)
size = tf.reduce_sum(w * x)
merged = tf.summary.scalar("size", size)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter(logs)
    s = sess.run(merged, {x: [7.0]})
    for i in range(3):
        writer.add_summary(s, i)
        s, value = sess.run([merged, size], {x: [float(i), 2.0]})
        print(value)
    if value > 2:
        s = sess.run(merged, {x: [50.0]})
    writer.add_summary(s, 10)
    writer.close()
show(logs)

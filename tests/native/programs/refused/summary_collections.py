import tempfile

import tensorflow as tf

logs = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None])
w = tf.Variable(2.0)
size = tf.reduce_sum(w * x)
tf.summary.scalar("size", size, collections=["train"])  # refused: given
merged = tf.summary.merge_all("train")

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter(logs)
    writer.add_summary(sess.run(merged, {x: [3.0]}), 1)
    writer.close()
    print(sess.run(size, {x: [3.0]}))

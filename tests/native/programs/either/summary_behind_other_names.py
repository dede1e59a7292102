import tempfile

import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None])
w = tf.Variable(2.0)
size = tf.reduce_sum(w * x)
alias = size
double = size * 2.0
tf.summary.scalar("size", alias)
tf.summary.scalar("double", double)
merged = tf.summary.merge_all()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter(logs)
    for i in range(2):
        s, size_now, twice = sess.run([merged, size, double], {x: [float(i)]})
        twice = -1.0
        writer.add_summary(s, i)
        print(size_now, twice)
    double = "a name for something else"
    s = sess.run(merged, {x: [5.0]})
    writer.add_summary(s, 5)
    print(double)
    out = sess.run(merged, {x: [6.0]})
    for k in range(2):
        writer.add_summary(out, 6 + k)
    writer.close()
show(logs)

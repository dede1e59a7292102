import tempfile

import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None])
w = tf.Variable(1.0)
size = tf.reduce_sum(w * x)
tf.summary.scalar("size", size)
tf.summary.histogram("w", w)
merged = tf.summary.merge_all()
train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.square(size))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter(logs)
    for i in range(3):
        s, value = sess.run([merged, size], {x: [1.0, 2.0]})
        value = value * 10
        sess.run(train, {x: [1.0, 0.5]})
        writer.add_summary(s, i)
        print(value)
    writer.close()
show(logs)

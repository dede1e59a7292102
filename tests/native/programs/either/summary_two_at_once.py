import tempfile

import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None])
w = tf.Variable(2.0)
size = tf.reduce_sum(w * x)
square = size * size
a = tf.summary.scalar("size", size)
b = tf.summary.scalar("square", square)
c = tf.summary.scalar("half", square / 2.0)
both = tf.summary.merge([a, b])

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter(logs)
    for size_of_step in range(2):
        one, two = sess.run([a, both], {x: [3.0]})
        writer.add_summary(one, size_of_step)
        writer.add_summary(two, 10 + size_of_step)
    square_value = 5
    got, twice, s = sess.run([square, square, c], {x: [3.0]})
    writer.add_summary(s, 20)
    print(got, twice, square_value)
    pair = sess.run([c, size], {x: [3.0]})
    writer.add_summary(pair[0], 21)
    writer.close()
show(logs)

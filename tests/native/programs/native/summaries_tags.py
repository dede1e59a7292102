import tempfile

import numpy as np
import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, [None, 2], name="x")
y = tf.placeholder(tf.float32, [None, 1], name="y")

with tf.name_scope("layer"):
    weights = tf.Variable([[1.0], [-2.0]], name="weights")
    output = tf.matmul(x, weights, name="output")
    tf.summary.histogram("weights", weights)
    tf.summary.histogram("Output", output)
with tf.name_scope("layer"):
    tf.summary.scalar("largest", tf.reduce_max(output))

error = output - y
loss = tf.reduce_mean(tf.square(error), name="loss")
tf.summary.scalar("loss", loss)
tf.summary.scalar("loss", loss * 2)
tf.summary.scalar("train loss (squared)", loss)
tf.summary.scalar("errors/worst", tf.reduce_max(tf.abs(error)))
merged = tf.summary.merge_all()
train = tf.train.GradientDescentOptimizer(0.05).minimize(loss)

rng = np.random.RandomState(4)
xs, ys = rng.rand(6, 2), rng.rand(6, 1)
with tf.Session() as sess:
    writer = tf.summary.FileWriter(logs)
    writer.add_graph(sess.graph)
    sess.run(tf.global_variables_initializer())
    for i in range(4):
        sess.run(train, {x: xs, y: ys})
        if i % 2 == 1:
            writer.add_summary(sess.run(merged, {x: xs, y: ys}), i)
            writer.flush()
    writer.close()
show(logs)

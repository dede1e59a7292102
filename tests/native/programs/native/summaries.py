import glob
import tempfile

import numpy as np
import tensorflow as tf

logs = tempfile.mkdtemp()
X = tf.placeholder(tf.float32, [None, 1], name="X")
Y = tf.placeholder(tf.float32, [None, 1], name="Y")

with tf.name_scope("model"):
    W = tf.Variable([[0.5]], name="W")
    hypothesis = tf.matmul(X, W)
with tf.name_scope("cost"):
    cost = tf.reduce_mean(tf.square(hypothesis - Y))
    tf.summary.scalar("cost", cost)
tf.summary.histogram("W", W)
train = tf.train.GradientDescentOptimizer(0.1).minimize(cost)
merged = tf.summary.merge_all()

xs = np.arange(5.0).reshape(5, 1)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter(logs, sess.graph)
    for step in range(5):
        summary, c, _ = sess.run([merged, cost, train], feed_dict={X: xs, Y: 2 * xs})
        writer.add_summary(summary, global_step=step)
        print(step, c)
    writer.close()
print(len(glob.glob(logs + "/events*")))

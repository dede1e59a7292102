import tempfile

import numpy as np
import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
X = tf.placeholder(tf.float32, [None])
w = tf.Variable(0.5)
loss = tf.reduce_mean(tf.square(w * X - 2.0 * X))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter(logs, sess.graph)
    for epoch in range(4):
        total = 0.0
        for batch in np.arange(6.0).reshape(3, 2):
            _, value = sess.run([train, loss], feed_dict={X: batch})
            total += value
        summary = tf.Summary(value=[tf.Summary.Value(tag="loss/epoch", simple_value=total / 3),
                                    tf.Summary.Value(tag="batches", simple_value=3)])
        writer.add_summary(summary, epoch)
        writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="twice", simple_value=2 * total)]), epoch + 1)
        print(epoch, total)
    writer.close()
show(logs)

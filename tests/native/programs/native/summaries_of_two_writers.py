import os
import tempfile

import numpy as np
import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
rng = np.random.RandomState(9)
features = rng.rand(40, 5).astype(np.float32)
labels = np.eye(2)[(features.sum(1) > 2.5).astype(int)]

with tf.name_scope("input"):
    x = tf.placeholder(tf.float32, [None, 5], name="x-input")
    y_ = tf.placeholder(tf.float32, [None, 2], name="y-input")

w = tf.Variable(tf.zeros([5, 2]))
b = tf.Variable(tf.zeros([2]))
y = tf.matmul(x, w) + b

with tf.name_scope("cross_entropy"):
    cross_entropy = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=y_, logits=y))
tf.summary.scalar("entropy", cross_entropy)

with tf.name_scope("train"):
    train_step = tf.train.GradientDescentOptimizer(0.5).minimize(cross_entropy)

with tf.name_scope("accuracy"):
    correct_prediction = tf.equal(tf.argmax(y, 1), tf.argmax(y_, 1))
    accuracy = tf.reduce_mean(tf.cast(correct_prediction, tf.float32))
tf.summary.scalar("hits", accuracy)

# Merge all the summaries and write them out
merged = tf.summary.merge_all()
sess = tf.InteractiveSession()
train_writer = tf.summary.FileWriter(os.path.join(logs, "train"), sess.graph)
test_writer = tf.summary.FileWriter(os.path.join(logs, "test"))
tf.global_variables_initializer().run()

for i in range(12):
    if i % 5 == 0:  # Record summaries and test-set accuracy
        summary, acc = sess.run([merged, accuracy], feed_dict={x: features[30:], y_: labels[30:]})
        test_writer.add_summary(summary, i)
        print("Accuracy at step %s: %s" % (i, acc))
    else:  # Record train set summaries, and train
        summary, _ = sess.run([merged, train_step], feed_dict={x: features[:30], y_: labels[:30]})
        train_writer.add_summary(summary, i)
train_writer.close()
test_writer.close()
show(os.path.join(logs, "train"))
show(os.path.join(logs, "test"))

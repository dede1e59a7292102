import tempfile

import numpy as np
import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
data = np.arange(12, dtype=np.float32).reshape(6, 2) / 12.0
dataset = tf.data.Dataset.from_tensor_slices((data, data.sum(1, keepdims=True))).batch(2).repeat(2)
iterator = dataset.make_one_shot_iterator()
x, y = iterator.get_next()
out = tf.layers.dense(x, 1, kernel_initializer=tf.constant_initializer(0.3))
loss = tf.reduce_mean(tf.square(out - y))
tf.summary.scalar("loss", loss)
merged = tf.summary.merge_all()
train = tf.train.GradientDescentOptimizer(0.3).minimize(loss)

with tf.Session() as sess:
    writer = tf.summary.FileWriter(logs, sess.graph)
    sess.run(tf.global_variables_initializer())
    step = 0
    while True:
        try:
            _, summary = sess.run([train, merged])
            writer.add_summary(summary, step)
            step += 1
        except tf.errors.OutOfRangeError:
            break
    writer.close()
    print(step)
show(logs)

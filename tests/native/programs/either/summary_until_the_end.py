import tempfile

import numpy as np
import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
data = np.arange(12, dtype=np.float32).reshape(6, 2) / 12.0
dataset = tf.data.Dataset.from_tensor_slices((data, data.sum(1, keepdims=True))).batch(2).repeat(2)
iterator = dataset.make_one_shot_iterator()
x, y = iterator.get_next()
scale = tf.placeholder_with_default(1.0, [])
w = tf.Variable([[0.1], [0.2]])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y)) * scale
tf.summary.scalar("loss", loss)
tf.summary.scalar("largest", tf.reduce_max(x))
merged = tf.summary.merge_all()
train = tf.train.GradientDescentOptimizer(0.3).minimize(loss)

with tf.Session() as sess:
    writer = tf.summary.FileWriter(logs, sess.graph)
    sess.run(tf.global_variables_initializer())
    step = 0
    try:
        while True:
            feed = {scale: np.sqrt(4.0)}
            _, summary = sess.run([train, merged], feed_dict=feed)
            if step % 2 == 0:
                writer.add_summary(summary, step)
            step += 1
    except tf.errors.OutOfRangeError:
        print("done", step)
    finally:
        writer.close()
show(logs)

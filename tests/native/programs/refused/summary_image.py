import tempfile

import numpy as np
import tensorflow as tf

logs = tempfile.mkdtemp()
images = tf.placeholder(tf.float32, [None, 4, 4, 1])
bright = tf.reduce_mean(images)
tf.summary.scalar("brightness", bright)
tf.summary.image("input", images, 2)  # refused: image
merged = tf.summary.merge_all()

with tf.Session() as sess:
    writer = tf.summary.FileWriter(logs)
    s, value = sess.run([merged, bright], {images: np.ones((2, 4, 4, 1))})
    writer.add_summary(s, 1)
    writer.close()
    print(value)

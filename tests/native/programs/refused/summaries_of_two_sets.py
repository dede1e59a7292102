import tempfile

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [])
loss = tf.square(x)
tf.summary.scalar('loss', loss)
tf.summary.scalar('half', loss / 2)
merged = tf.summary.merge_all()
with tf.Session() as sess:
    trw = tf.summary.FileWriter(tempfile.mkdtemp())
    vaw = tf.summary.FileWriter(tempfile.mkdtemp())
    for epoch in range(2):
        train_s = sess.run(merged, {x: epoch})
        val_s = sess.run(merged, {x: epoch + 3.})  # refused: another
        trw.add_summary(train_s, epoch)
        vaw.add_summary(val_s, epoch)
    trw.close(); vaw.close()
    print(sess.run(loss, {x: 2.}))

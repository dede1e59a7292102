import numpy as np
import tensorflow as tf

images = np.arange(12, dtype=np.float32).reshape(6, 2)
labels = np.arange(6)

image, label = tf.train.slice_input_producer([images, labels])
image_batch, label_batch = tf.train.shuffle_batch([image, label], 6, capacity=30, min_after_dequeue=12)

with tf.Session() as sess:
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess, coord)
    rows, names = sess.run([image_batch, label_batch])
    print(rows.shape, names.shape, bool(np.all(rows[:, 0] == names * 2)))
    coord.request_stop()
    coord.join(threads)

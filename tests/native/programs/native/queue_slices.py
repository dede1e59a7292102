import numpy as np
import tensorflow as tf

images = np.arange(24, dtype=np.float32).reshape(8, 3)
labels = np.arange(8, dtype=np.int32)

image, label = tf.train.slice_input_producer([images, labels], shuffle=False)
image_batch, label_batch = tf.train.batch([image * 2.0, label], batch_size=3)
mean = tf.reduce_mean(image_batch, axis=1)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess, coord)
    try:
        for i in range(4):
            values, names = sess.run([mean, label_batch])
            print(i, values, names)
    finally:
        coord.request_stop()
        coord.join(threads)

import numpy as np
import tensorflow as tf

images = np.arange(8, dtype=np.float32)
image, label = tf.train.slice_input_producer([images, images * 10.0], shuffle=False, num_epochs=2)
both = image + label
image_batch, label_batch = tf.train.batch([image, label], batch_size=2)
more = image_batch + label_batch
images[0] = 100.0

with tf.Session() as sess:
    sess.run(tf.local_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess, coord)
    print(sess.run(more).shape)
    coord.request_stop()
    coord.join(threads)

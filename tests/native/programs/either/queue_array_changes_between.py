import numpy as np
import tensorflow as tf

numbers = np.arange(6, dtype=np.float32)
number, double = tf.train.slice_input_producer([numbers, numbers * 2.0], shuffle=False)
numbers[0] = 70.0
scale = 2.0
scaled = number * scale
scale = 5.0
some, others = tf.train.batch([scaled, double], batch_size=2)
total = tf.reduce_sum(some) + tf.reduce_sum(others)

with tf.Session() as sess:
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess, coord)
    print(sess.run(total))
    coord.request_stop()
    coord.join(threads)

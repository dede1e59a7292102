import numpy as np
import tensorflow as tf

tf.set_random_seed(3)
numbers = np.arange(8, dtype=np.float32)
(number,) = tf.train.slice_input_producer([numbers], num_epochs=1)  # refused: seed
double = number * 2.0

with tf.Session() as sess:
    sess.run([tf.local_variables_initializer()])
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess, coord)
    print(sorted(sess.run(double) for _ in range(8)))
    coord.request_stop()
    coord.join(threads)

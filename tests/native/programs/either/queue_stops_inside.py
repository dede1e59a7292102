import numpy as np
import tensorflow as tf

numbers = np.arange(5, dtype=np.float32)
number, double = tf.train.slice_input_producer([numbers, numbers * 2.0], shuffle=False)
some, others = tf.train.batch([number, double], batch_size=2)
total = tf.reduce_sum(some) + tf.reduce_sum(others)

with tf.Session() as sess:
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess, coord)
    step = 0
    while not coord.should_stop():
        print(step, sess.run(total))
        step += 1
        if step == 3:
            coord.request_stop()
    coord.join(threads)
    print(step)

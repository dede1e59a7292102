import numpy as np
import tensorflow as tf

numbers = np.arange(5, dtype=np.float32)
number, double = tf.train.slice_input_producer([numbers, numbers * 2.0], shuffle=False, num_epochs=2)
some, others = tf.train.batch([number, tf.square(double)], batch_size=3)
numbers[1] = 50.0
total = tf.reduce_sum(some) + tf.reduce_sum(others)

with tf.Session() as sess:
    sess.run(tf.local_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess, coord)
    step = 0
    try:
        while not coord.should_stop():
            step += 1
            print(step, sess.run(total))
    except tf.errors.OutOfRangeError:
        print("end", step)
    finally:
        coord.request_stop()
        coord.join(threads)

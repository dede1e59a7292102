import numpy as np
import tensorflow as tf

numbers = np.arange(6, dtype=np.float32)
number, double = tf.train.slice_input_producer([numbers, numbers * 2.0], shuffle=False, num_epochs=1)
some, others = tf.train.batch([number, double], batch_size=2)
total = tf.reduce_sum(some) + tf.reduce_sum(others)

sess = tf.Session()
sess.run(tf.local_variables_initializer())
coord = tf.train.Coordinator()
threads = tf.train.start_queue_runners(sess, coord)
try:
    for step in range(10):
        if coord.should_stop():
            break
        print(step, sess.run(total))
except tf.errors.OutOfRangeError:
    print("end")
finally:
    coord.request_stop()
coord.join(threads)
sess.close()

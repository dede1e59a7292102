import numpy as np
import tensorflow as tf

sizes = [3, 1, 2]


def rows():
    for one in sizes:
        yield one, np.ones(one, np.float32)


dataset = tf.data.Dataset.from_generator(rows, (tf.int32, tf.float32), (tf.TensorShape([]), tf.TensorShape([None])))
dataset = dataset.padded_batch(2, padded_shapes=([], [None]))
size, row = dataset.make_one_shot_iterator().get_next()
total = tf.reduce_sum(row) + tf.cast(tf.reduce_sum(size), tf.float32)
sizes.append(5)

with tf.Session() as sess:
    while True:
        try:
            print(sess.run(total))
        except tf.errors.OutOfRangeError:
            break

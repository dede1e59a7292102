import numpy as np
import tensorflow as tf

data = np.arange(6, dtype=np.float32)
dataset = tf.data.Dataset.from_tensor_slices(data).batch(2)
iterator = tf.data.make_one_shot_iterator(dataset)
x = iterator.get_next()
total = tf.reduce_sum(x)
other = tf.data.Dataset.range(2).map(lambda v: tf.cast(v, tf.float32) + 10.0)
y = tf.data.make_one_shot_iterator(other).get_next()
more = y * 2.0

with tf.Session() as sess:
    while True:
        try:
            print(sess.run(total))
            print(sess.run(more))
        except tf.errors.OutOfRangeError:
            print("one has ended")
            break

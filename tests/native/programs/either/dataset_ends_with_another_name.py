import numpy as np
import tensorflow as tf

data = np.arange(6, dtype=np.float32)
dataset = tf.data.Dataset.from_tensor_slices(data).batch(2)
iterator = tf.data.make_one_shot_iterator(dataset)
x = iterator.get_next()
total = tf.reduce_sum(x)
out_of_range = tf.errors.OutOfRangeError

with tf.Session() as sess:
    steps = 0
    try:
        for _ in range(10):
            print(sess.run(total))
            steps += 1
    except out_of_range:
        print("ended", steps)
    try:
        sess.run(total)
    except tf.errors.OutOfRangeError as error:
        print(type(error).__name__)

import numpy as np
import tensorflow as tf

data = np.arange(6, dtype=np.float32)
dataset = tf.data.Dataset.from_tensor_slices((data,)).batch(2)
iterator = tf.data.make_one_shot_iterator(dataset)
(x,) = iterator.get_next()
total = tf.reduce_sum(x)

with tf.Session() as sess:
    print(sess.run(x), sess.run([x]))
    while True:
        try:
            print(sess.run(total))
        except tf.errors.OutOfRangeError:
            break

import numpy as np
import tensorflow as tf

data = np.arange(6, dtype=np.float32)
dataset = tf.data.Dataset.from_tensor_slices((data, data * 10)).batch(2)
x, y = tf.data.make_one_shot_iterator(dataset).get_next()
mixed = tf.reduce_sum(x) + tf.reduce_sum(y)
first = tf.reduce_sum(x)
second = tf.reduce_sum(y)

with tf.Session() as sess:
    print(sess.run(mixed, {x: [1.0, 1.0]}))
    print(sess.run(mixed))

import numpy as np
import tensorflow as tf

data = np.arange(6, dtype=np.float32)
dataset = tf.data.Dataset.from_tensor_slices(data).batch(2)
iterator = tf.data.make_one_shot_iterator(dataset)
x = iterator.get_next()
y = iterator.get_next()
total = tf.reduce_sum(x)
other = tf.reduce_sum(y) * 10.0

with tf.Session() as sess:
    print(sess.run(total))
    print(sess.run(other))
    print(sess.run(total))

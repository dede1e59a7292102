import numpy as np
import tensorflow as tf

data = np.arange(6, dtype=np.float32)
dataset = tf.data.Dataset.from_tensor_slices((data, data * 10)).batch(2)
x, y = tf.data.make_one_shot_iterator(dataset).get_next()
dataset_sum = tf.reduce_sum(x) + tf.reduce_sum(y)
first = tf.reduce_sum(x)
second = tf.reduce_sum(y)
dataset = tf.data.Dataset.range(3)
z = tf.data.make_one_shot_iterator(dataset).get_next()
thrice = z * 3

with tf.Session() as sess:
    print(sess.run(dataset_sum), sess.run(thrice))
    print(sess.run(dataset_sum), sess.run(thrice))

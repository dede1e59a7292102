import numpy as np
import tensorflow as tf

data = np.arange(6, dtype=np.float32)
dataset = tf.data.Dataset.from_tensor_slices(data).batch(2, drop_remainder=True)
iterator = tf.data.make_one_shot_iterator(dataset)
x = iterator.get_next()
total = tf.reduce_sum(x)
w = tf.Variable(2.0)
scaled = w * x.get_shape().as_list()[0]

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(scaled), sess.run(total))
    print(sess.run(scaled), sess.run(total))

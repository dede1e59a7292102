import numpy as np
import tensorflow as tf

data = np.arange(6, dtype=np.float32)
given = tf.placeholder(tf.float32, [None])
dataset = tf.data.Dataset.from_tensor_slices(given).batch(3)
iterator = tf.data.make_initializable_iterator(dataset)
x = iterator.get_next()
total = tf.reduce_sum(x)
same = data
same[0] = 50

with tf.Session() as sess:
    sess.run(iterator.initializer, feed_dict={given: data})
    print(sess.run(total))

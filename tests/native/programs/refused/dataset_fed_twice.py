import numpy as np
import tensorflow as tf

train_x = np.arange(4, dtype=np.float32)
test_x = np.arange(10, 13, dtype=np.float32)
given = tf.placeholder(tf.float32, [None])
iterator = tf.data.Dataset.from_tensor_slices(given).make_initializable_iterator()
x = iterator.get_next()
double = x * 2.0

with tf.Session() as sess:
    sess.run(iterator.initializer, feed_dict={given: train_x})  # refused: different
    print(sess.run(double))
    sess.run(iterator.initializer, feed_dict={given: test_x})
    print(sess.run(double))

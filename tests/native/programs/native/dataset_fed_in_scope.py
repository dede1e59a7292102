import numpy as np
import tensorflow as tf

batch_size = 2
with tf.name_scope('input'):
    features = np.random.RandomState(0).rand(6, 2)
    x_in = tf.placeholder(tf.float32, shape=[None, 2])
    size = tf.placeholder(tf.int64)
    it = tf.data.Dataset.from_tensor_slices(x_in).batch(size).make_initializable_iterator()
    x = it.get_next()
    y = tf.data.Dataset.range(5).repeat().make_one_shot_iterator().get_next()
both = tf.reduce_sum(x)
other = y * 2
with tf.Session() as sess:
    sess.run(it.initializer, feed_dict={x_in: features, size: batch_size})
    for i in range(2):
        print(sess.run(both))
        print(sess.run(other))

import numpy as np
import tensorflow as tf

ids = tf.placeholder(tf.int64, [None, 2])
values = tf.placeholder(tf.float32, [None])
sparse = tf.SparseTensor(ids, values * 2, [3, 3])
dense = tf.sparse_tensor_to_dense(sparse)
with tf.Session() as sess:
    feed = {ids: [[0, 1], [2, 2]], values: [1, 5]}
    print(sess.run(dense, feed))
    result = sess.run(sparse, feed)
    print(result.values, result.dense_shape, result.indices.tolist())

import numpy as np
import tensorflow as tf

i = tf.placeholder(tf.int32, [None])
j = i * 2
with tf.Session() as sess:
    print(sess.run(j, {i: [1.7, 2.2]}))
    print(sess.run(j, {i: np.array([1.7, 2.2])}))

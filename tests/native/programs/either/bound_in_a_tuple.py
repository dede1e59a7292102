import numpy as np
import tensorflow as tf

data, label = np.array([1.0, 2.0], np.float32), 3
x = tf.placeholder(tf.float32, [2])
y = x * data + label
same = data
same[0] = 100
with tf.Session() as sess:
    print(sess.run(y, {x: [1, 1]}))

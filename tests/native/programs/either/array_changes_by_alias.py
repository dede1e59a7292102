import numpy as np
import tensorflow as tf

data = np.array([1.0, 2.0], np.float32)
same = data
x = tf.placeholder(tf.float32, [2])
y = x * data
same[0] = 100.0
with tf.Session() as sess:
    print(sess.run(y, {x: [1, 1]}))

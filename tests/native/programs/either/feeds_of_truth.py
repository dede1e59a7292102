import numpy as np
import tensorflow as tf

f = tf.placeholder(tf.float32, [None])
g = f * 2
with tf.Session() as sess:
    print(sess.run(g, {f: np.array([True, False])}))
    print(sess.run(g, {f: [True, False]}))

import numpy as np
import tensorflow as tf

np.random.seed(0)
x = tf.placeholder(tf.float32, [3])
noisy = x + np.random.normal(size=3)
scaled = noisy * 2
data = np.random.rand(3)
with tf.Session() as sess:
    print(sess.run(noisy, {x: data}))
    print(sess.run(scaled, {x: np.random.rand(3)}))
    print(sess.run(noisy, {x: data}))

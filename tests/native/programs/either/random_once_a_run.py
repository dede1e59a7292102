import numpy as np
import tensorflow as tf

# One draw in each run, whoever reads it.
noise = tf.random_uniform([], seed=8)
a = noise + 1
b = noise * 2
with tf.Session() as sess:
    for _ in range(3):
        first, second, third = sess.run([noise, a, b])
        print(abs(second - first - 1) < 1e-6, abs(third - 2 * first) < 1e-6, first)
    print(sess.run(a), sess.run(b), sess.run(noise))

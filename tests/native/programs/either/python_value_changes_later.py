import numpy as np
import tensorflow as tf

# The graph keeps what Python's names held when it was built.
scale = 2.0
x = tf.placeholder(tf.float32)
y = x * scale
scale = 10.0
steps = [1.0, 2.0]
z = x + sum(steps)
steps.append(100.0)
weights = np.array([1.0, 2.0])
w = tf.constant(weights, tf.float32) * x
weights[:] = 0

with tf.Session() as sess:
    print(sess.run([y, z, w], {x: 3}))
    scale = 7
    print(sess.run(y, {x: 3}), scale, steps, weights)

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [4])
total = 0.0
for i in range(4):
    total += x[i] * i
norms = [tf.reduce_sum(tf.square(x[:k])) for k in (1, 2, 3)]
mean, var = tf.nn.moments(x, [0])
power = tf.while_loop(lambda i, p: i < 3, lambda i, p: (i + 1, p * 2), [0, mean])[1]
with tf.Session() as sess:
    print(sess.run([total, mean, var, power], {x: [1, 2, 3, 5]}))
    print(sess.run(norms, {x: [1, 2, 3, 5]}))

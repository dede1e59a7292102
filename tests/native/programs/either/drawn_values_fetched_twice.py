import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 8])
noisy = tf.nn.dropout(x, 0.5)
same = noisy + 0.0
total = tf.reduce_sum(noisy)
with tf.Session() as sess:
    for _ in range(3):
        first, second = sess.run([noisy, noisy], {x: np.ones((5, 8))})
        third, fourth, of_all = sess.run([noisy, same, total], {x: np.ones((5, 8))})
        print((first == second).all(), (third == fourth).all(), third.sum() == of_all)

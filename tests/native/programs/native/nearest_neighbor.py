'''
Nearest neighbor with L1 distance, one test row at a time.
'''
from __future__ import print_function

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
Xtr, Ytr = rng.rand(50, 8), np.eye(4)[rng.randint(0, 4, 50)]
Xte, Yte = Xtr[::5] + 0.1 * rng.rand(10, 8), Ytr[::5]

# tf Graph Input
xtr = tf.placeholder("float", [None, 8])
xte = tf.placeholder("float", [8])

# L1 distance
distance = tf.reduce_sum(tf.abs(tf.add(xtr, tf.negative(xte))), reduction_indices=1)
pred = tf.arg_min(distance, 0)

accuracy = 0.

init = tf.global_variables_initializer()

with tf.Session() as sess:
    sess.run(init)

    for i in range(len(Xte)):
        nn_index = sess.run(pred, feed_dict={xtr: Xtr, xte: Xte[i, :]})
        print("Test", i, "Prediction:", np.argmax(Ytr[nn_index]), "True Class:", np.argmax(Yte[i]))
        if np.argmax(Ytr[nn_index]) == np.argmax(Yte[i]):
            accuracy += 1. / len(Xte)
    print("Done!")
    print("Accuracy:", accuracy)

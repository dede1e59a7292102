import numpy as np
import tensorflow as tf

dataset = tf.data.Dataset.range(5).repeat(2).shuffle(5, seed=2, reshuffle_each_iteration=False)
x = dataset.make_one_shot_iterator().get_next()
again = x + 0
mixed = tf.data.Dataset.range(4).shuffle(4, seed=5).repeat(3)
y = mixed.make_one_shot_iterator().get_next()
other = y * 1

with tf.Session() as sess:
    for _ in range(10):
        print(sess.run(again), sess.run(other))

import numpy as np
import tensorflow as tf

dataset = tf.data.Dataset.range(6).shuffle(6, seed=3)
x = dataset.make_one_shot_iterator().get_next()
again = x + 0

with tf.Session() as sess:
    for _ in range(6):
        print(sess.run(again))

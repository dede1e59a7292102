import numpy as np
import tensorflow as tf

tf.set_random_seed(4)
dataset = tf.data.Dataset.range(6).shuffle(6)
x = dataset.make_one_shot_iterator().get_next()
again = x + 0

with tf.Session() as sess:
    values = [sess.run(again) for _ in range(6)]
    print(sorted(values))

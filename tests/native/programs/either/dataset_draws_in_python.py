import numpy as np
import tensorflow as tf

rng = np.random.RandomState(1)


def noisy(v):
    return tf.cast(v, tf.float64) + rng.rand()


dataset = tf.data.Dataset.range(3).map(noisy)
x = dataset.make_one_shot_iterator().get_next()
again = x + 0.0
after = rng.rand()

with tf.Session() as sess:
    for _ in range(3):
        print(sess.run(again), after)

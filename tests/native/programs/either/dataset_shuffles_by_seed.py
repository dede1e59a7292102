import numpy as np
import tensorflow as tf

dataset = tf.data.Dataset.range(6).shuffle(6, seed=3)
iterator = tf.data.make_initializable_iterator(dataset)
x = iterator.get_next()
again = x + 0

with tf.Session() as sess:
    for epoch in range(2):
        sess.run(iterator.initializer)
        while True:
            try:
                print(epoch, sess.run(again))
            except tf.errors.OutOfRangeError:
                break

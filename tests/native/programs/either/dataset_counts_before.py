import numpy as np
import tensorflow as tf

# The count also grows in the pass that finds the end
data = np.arange(6, dtype=np.float32)
dataset = tf.data.Dataset.from_tensor_slices(data).batch(2)
iterator = tf.data.make_initializable_iterator(dataset)
x = iterator.get_next()
total = tf.reduce_sum(x)

with tf.Session() as sess:
    sess.run(iterator.initializer)
    count = 0
    while True:
        try:
            count += 1
            print(count, sess.run(total))
        except tf.errors.OutOfRangeError:
            break
    print(count)

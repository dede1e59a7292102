import numpy as np
import tensorflow as tf

data = np.arange(6, dtype=np.float32)
dataset = tf.data.Dataset.from_tensor_slices(data).batch(2)
iterator = tf.data.make_initializable_iterator(dataset)
x = iterator.get_next()
total = tf.reduce_sum(x)

with tf.Session() as sess:
    for epoch in range(2):
        sess.run(iterator.initializer)
        while True:
            try:
                value = sess.run(total)
                if value > 4 * (epoch + 1):
                    break
                print(value)
            except tf.errors.OutOfRangeError:
                print("to the end")
                break

import numpy as np
import tensorflow as tf

data = np.arange(6, dtype=np.float32)
dataset = tf.data.Dataset.from_tensor_slices(data).batch(2)
iterator = tf.data.make_initializable_iterator(dataset)
x = iterator.get_next()
total = tf.reduce_sum(x)

with tf.Session() as sess:
    sess.run(iterator.initializer)
    step = 0
    while True:
        try:
            print(step, sess.run(total))
            step += 1
            if step == 2:
                sess.run(iterator.initializer)
        except tf.errors.OutOfRangeError:
            break

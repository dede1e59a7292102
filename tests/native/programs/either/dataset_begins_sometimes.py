import numpy as np
import tensorflow as tf

data = np.arange(6, dtype=np.float32)
dataset = tf.data.Dataset.from_tensor_slices(data).batch(2)
iterator = tf.data.make_initializable_iterator(dataset)
x = iterator.get_next()
total = tf.reduce_sum(x)

with tf.Session() as sess:
    for epoch in range(4):
        if epoch % 2 == 0:
            sess.run(iterator.initializer)
        while True:
            try:
                print(epoch, sess.run(total))
            except tf.errors.OutOfRangeError:
                print("end", epoch)
                break

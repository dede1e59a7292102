import numpy as np
import tensorflow as tf

# Where one loop leaves it, the next goes on
data = np.arange(6, dtype=np.float32)
dataset = tf.data.Dataset.from_tensor_slices(data).batch(2)
iterator = tf.data.make_initializable_iterator(dataset)
x = iterator.get_next()
total = tf.reduce_sum(x)

with tf.Session() as sess:
    sess.run(iterator.initializer)
    print("first", sess.run(total))
    while True:
        try:
            print(sess.run(total))
        except tf.errors.OutOfRangeError:
            print("end")
            break
    try:
        print(sess.run(total))
    except tf.errors.OutOfRangeError:
        print("still")

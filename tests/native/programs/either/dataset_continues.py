import numpy as np
import tensorflow as tf

data = np.arange(6, dtype=np.float32)
dataset = tf.data.Dataset.from_tensor_slices(data).batch(2)
iterator = tf.data.make_initializable_iterator(dataset)
x = iterator.get_next()
total = tf.reduce_sum(x)

with tf.Session() as sess:
    sess.run(iterator.initializer)
    steps = 0
    while (True):
        try:
            value = sess.run(total)
            steps += 1
            if steps == 2:
                continue
            for word in ("a", "b"):
                if word == "b":
                    break
                print(word, value)
        except tf.errors.OutOfRangeError:
            print("end", steps)
            break

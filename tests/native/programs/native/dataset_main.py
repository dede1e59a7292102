import numpy as np
import tensorflow as tf


def main():
    numbers = np.arange(6, dtype=np.float32)
    iterator = tf.data.Dataset.from_tensor_slices(numbers).map(lambda v: v + 1.0).batch(2).make_initializable_iterator()
    batch = iterator.get_next()
    scale = tf.placeholder(tf.float32, [])
    scaled = tf.reduce_sum(batch) * scale
    with tf.Session() as sess:
        for epoch in range(2):
            sess.run(iterator.initializer)
            while True:
                try:
                    print(epoch, sess.run(scaled, {scale: epoch + 1.0}))
                except tf.errors.OutOfRangeError:
                    break


if __name__ == "__main__":
    main()

import tensorflow as tf


def doubled(value):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32)
        with tf.Session() as sess:  # refused: once
            return sess.run(x * 2, feed_dict={x: value})


print(doubled(1.5), doubled(2.5))

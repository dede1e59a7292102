import tensorflow as tf

weight = tf.Variable(1.5)


@tf.function
def half(x):
    return x * weight + tf.cast(tf.size(x), tf.float32)


plain = half(tf.ones((2,)))
with tf.device("/cpu:0"):
    home = half(tf.ones((3,)))
with tf.device("/gpu:1"):
    far = half(tf.ones((4,)))
    inner = tf.add(far, 1.0)

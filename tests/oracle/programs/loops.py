import tensorflow as tf

rate = tf.Variable(0.5)


@tf.function
def repeat(x, times):
    steps = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    index = tf.constant(0)
    while index < times:
        x = x * rate
        with tf.device("/gpu:1"):
            steps = steps.write(index, tf.reduce_sum(x))
        index += 1
    mapped = tf.map_fn(lambda value: value + 1.0, steps.stack())
    return tf.scan(lambda total, value: total + value, mapped)


sums = repeat(tf.ones((3,)), tf.constant(3))

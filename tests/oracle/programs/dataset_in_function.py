import tensorflow as tf

data = tf.data.Dataset.range(6).map(lambda value: tf.cast(value, tf.float32)).batch(2)
weight = tf.Variable(2.0)


@tf.function
def consume(values):
    total = 0.0
    for batch in values:
        total += tf.reduce_sum(batch * weight)
    return total


result = consume(data)
with tf.device("/gpu:1"):
    again = consume(data)

import tensorflow as tf

near = tf.Variable(tf.ones((2, 2)))
with tf.device("/gpu:1"):
    far = tf.Variable(tf.ones((2, 2)))
with tf.device("/cpu:0"):
    home = tf.Variable(tf.ones((2, 2)))
count = tf.Variable(0)


@tf.function
def mix(x):
    count.assign_add(1)
    y = tf.matmul(x, near)
    with tf.device("/gpu:1"):
        z = tf.matmul(y, far) + 1.0
    with tf.device("/cpu:0"):
        w = z * home
    far.assign_sub(z)
    home.assign(w)
    return tf.reduce_mean(w) + tf.cast(count, tf.float32)


first = mix(tf.ones((2, 2)))
second = mix(tf.constant([[1.0, 2.0], [3.0, 4.0]]))

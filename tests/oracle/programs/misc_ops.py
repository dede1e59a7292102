import tensorflow as tf

with tf.device("/gpu:0"):
    words = tf.constant(["x", "y"])
    unique, index = tf.unique(tf.constant([3, 3, 5]))
    inverse = tf.linalg.diag([1.0, 2.0])
    ragged = tf.ragged.constant([[1.0], [2.0, 3.0]])
    flat = ragged.flat_values * 2.0
    where = tf.where(tf.constant([True, False]), [1.0, 2.0], [3.0, 4.0])
    padded = tf.pad(tf.ones((2, 2)), [[1, 1], [0, 0]])
    picked = tf.boolean_mask(tf.ones((2,)), tf.constant([True, True]))
    counts = tf.math.bincount(tf.constant([1, 1, 2]), minlength=4)
    long = tf.range(tf.constant(5, tf.int64)) * 2
    bits = tf.bitwise.bitwise_and(tf.constant([7], tf.uint8), tf.constant([3], tf.uint8))
    time = tf.timestamp()

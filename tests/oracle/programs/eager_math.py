import tensorflow as tf

x = tf.random.normal((4, 4))
y = tf.constant([[1.0, 2.0, 3.0, 4.0]] * 4)
product = tf.matmul(x, y, transpose_b=True)
mean, variance = tf.nn.moments(product, axes=[0, 1])
scaled = (product - mean) * tf.math.rsqrt(variance + 1e-3)
parts = tf.split(scaled, 2, axis=1)
joined = tf.concat([tf.nn.relu(parts[0]), tf.nn.softmax(parts[1])], axis=1)
picked = tf.gather(joined, [0, 2])
size = tf.size(joined)
shape = tf.shape(picked)
best = tf.argmax(joined, axis=1)
order = tf.argsort(joined[0])
halves = tf.cast(joined, tf.float16) / tf.constant(2.0, tf.float16)
with tf.device("/cpu:0"):
    on_cpu = tf.reduce_sum(joined)
    mask = joined > 0.5
with tf.device("/gpu:1"):
    far = tf.transpose(joined) + on_cpu

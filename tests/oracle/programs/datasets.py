import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.range(12), tf.ones((12, 3))))
data = data.map(lambda index, row: (index + 1, row * 2.0)).batch(4).prefetch(2)
total = tf.Variable(0.0)
for index, rows in data:
    total.assign_add(tf.reduce_sum(rows))
    count = tf.shape(index)[0]

import numpy as np
import tensorflow as tf

data = np.array([[1e8, 1.0]])
tfx = tf.placeholder(data.dtype, data.shape)
dataset = tf.data.Dataset.from_tensor_slices(data).batch(1)
element = dataset.make_one_shot_iterator().get_next()
y = tf.layers.dense(element, 1, kernel_initializer=tf.constant_initializer(1.0 / 3.0))
z = tf.layers.dense(tfx, 1, kernel_initializer=tf.constant_initializer(1.0 / 3.0))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(z, {tfx: data}).dtype)
    value = sess.run(y)
    print(value.dtype, "%.6f" % (value[0, 0] * 3 - 1e8))

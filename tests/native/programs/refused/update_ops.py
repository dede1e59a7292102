import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
is_training = tf.placeholder(tf.bool)
h = tf.layers.dense(x, 2, kernel_initializer=tf.constant_initializer(0.3))
h = tf.layers.batch_normalization(h, training=is_training)
loss = tf.reduce_mean(tf.square(h - 1.0))

update_ops = tf.get_collection(tf.GraphKeys.UPDATE_OPS)  # refused: UPDATE_OPS
with tf.control_dependencies(update_ops):
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    data = np.random.RandomState(0).rand(6, 3)
    for _ in range(5):
        sess.run(train, {x: data, is_training: True})
    print(sess.run(loss, {x: data, is_training: False}))

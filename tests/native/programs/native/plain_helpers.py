import numpy as np
import tensorflow as tf


def scaled(values, by=2.0):
    """Works on arrays and on tensors."""
    return values * by + offset


def squared_error(prediction, target):
    difference = prediction - target
    return difference * difference


offset = 0.5
data = np.arange(6.0).reshape(3, 2)
x = tf.placeholder(tf.float32, [None, 2])
w = tf.Variable([[1.0], [2.0]])
prediction = scaled(tf.matmul(x, w), by=0.5)
loss = tf.reduce_mean(squared_error(prediction, 1.0))
train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        _, now = sess.run([train, loss], {x: scaled(data)})
        print(now)
    print(sess.run(prediction, {x: data}), scaled(1.0))

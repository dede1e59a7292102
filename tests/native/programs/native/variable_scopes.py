import numpy as np
import tensorflow as tf


def layer(name, inputs, size, activation=None):
    with tf.variable_scope(name):
        width = int(inputs.get_shape()[1])
        start = np.linspace(-0.5, 0.5, width * size).reshape(width, size).astype(np.float32)
        w = tf.get_variable("w", initializer=start)
        b = tf.get_variable("b", [size], initializer=tf.constant_initializer(0.1))
        out = tf.matmul(inputs, w) + b
        return activation(out) if activation else out


x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 2])
hidden = layer("hidden", x, 4, tf.nn.tanh)
output = layer("output", hidden, 2)
loss = tf.reduce_mean(tf.squared_difference(output, y))
train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)

xs = np.random.RandomState(0).rand(8, 3)
ys = np.stack([xs.sum(1), xs[:, 0]], 1)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(30):
        sess.run(train, {x: xs, y: ys})
    print(sess.run(loss, {x: xs, y: ys}))
    for v in tf.trainable_variables():
        print(v.name, v.shape, sess.run(v).sum())

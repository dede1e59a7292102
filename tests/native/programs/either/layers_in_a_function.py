import numpy as np
import tensorflow as tf


def network(inputs, size):
    hidden = tf.layers.dense(inputs, size, tf.nn.relu, kernel_initializer=tf.constant_initializer(0.5))
    return tf.layers.dense(hidden, 1, kernel_initializer=tf.constant_initializer(0.25))


x = tf.placeholder(tf.float32, [None, 2])
one, two = network(x, 3), network(x + 1.0, 4)
loss = tf.reduce_mean(tf.square(one - two))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train, {x: np.eye(2)})
        print(sess.run([one, two], {x: np.eye(2)}))

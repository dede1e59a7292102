import numpy as np
import tensorflow as tf


def run(rate, steps):
    x = tf.placeholder(tf.float32, [None, 1])
    w = tf.Variable([[1.0]])
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 3.0))
    train = tf.train.GradientDescentOptimizer(rate).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(steps):
            _, now = sess.run([train, loss], feed_dict={x: np.ones((2, 1))})
        return now


print(run(0.1, 3))
print(run(0.2, 5))

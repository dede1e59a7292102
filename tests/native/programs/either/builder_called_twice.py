import numpy as np
import tensorflow as tf

def dense(inputs, size, start):
    w = tf.Variable(tf.fill([int(inputs.shape[1]), size], start))
    return tf.matmul(inputs, w), w


x = tf.placeholder(tf.float32, [None, 2])
first, w1 = dense(x, 3, 0.5)
second, w2 = dense(first, 1, -1.0)
third, w3 = dense(first, 1, 2.0)
train = tf.train.GradientDescentOptimizer(0.01).minimize(tf.reduce_sum(second + third), var_list=[w1, w3])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train, {x: [[1, 2]]})
    print(sess.run([w1, w2, w3]))
    print(sess.run(third - second, {x: [[1, 1], [0, 1]]}))

import numpy as np
import tensorflow as tf

W = tf.Variable(2.0)
k = 3.0
def net(x, w=W, factor=k):
    return x * w * factor
k = 100.0
x = tf.placeholder(tf.float32, [])
y = net(x)
loss = tf.square(y - 1.0)
train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train, {x: 1})
    print(sess.run(y, {x: 1}), sess.run(W))

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.int32, [None, 1])
w = tf.Variable(tf.eye(3))
loss = tf.losses.sparse_softmax_cross_entropy(labels=y, logits=tf.matmul(x, w))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(loss, {x: np.eye(3), y: [[0], [1], [2]]}))

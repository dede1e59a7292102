import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
labels = tf.placeholder(tf.int32, [None, 1])
logits = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(np.arange(6).reshape(2, 3) / 10.0))
loss = tf.losses.sparse_softmax_cross_entropy(labels=labels, logits=logits)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(loss, {x: np.eye(2), labels: [[1], [2]]}))

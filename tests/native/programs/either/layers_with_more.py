import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
a = tf.layers.dense(x, 2, kernel_initializer=tf.constant_initializer(0.5), trainable=False)
b = tf.layers.dense(a, 1, kernel_initializer=tf.constant_initializer(0.5), kernel_regularizer=tf.nn.l2_loss)
loss = tf.reduce_mean(tf.square(b - 1.0)) + tf.losses.get_regularization_loss()
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train, {x: np.eye(2)})
        print(sess.run([loss, b], {x: np.eye(2)}))

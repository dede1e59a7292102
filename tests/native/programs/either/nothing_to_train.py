import numpy as np
import tensorflow as tf

step = tf.Variable(3, trainable=True)
w = tf.Variable([1.0, 2.0])
frozen = tf.Variable([5.0, 5.0])
loss = tf.reduce_sum(tf.square(w - tf.stop_gradient(frozen))) + tf.cast(tf.argmax(w), tf.float32)
train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train)
    print(sess.run([w, frozen, step]))

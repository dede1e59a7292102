import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None])
w = tf.Variable([[1.0], [2.0], [3.0]])
b = tf.Variable([0.0])
loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) + b - y))

optimizer = tf.train.AdamOptimizer(0.1)
gradients, variables = zip(*optimizer.compute_gradients(loss))
gradients, norm = tf.clip_by_global_norm(gradients, 0.5)
train_op = optimizer.apply_gradients(zip(gradients, variables))

feed = {x: np.random.RandomState(0).rand(10, 3), y: np.arange(10) * 0.1}
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(12):
        _, value, size = sess.run([train_op, loss, norm], feed_dict=feed)
        if i % 4 == 3:
            print(i, "loss", value, "norm", size)
    print(sess.run(w).ravel(), sess.run(b))

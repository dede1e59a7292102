import numpy as np
import tensorflow as tf

rng = np.random.RandomState(1)
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.Variable(rng.randn(4, 1).astype(np.float32))
b = tf.Variable([0.5])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))

optimizer = tf.train.MomentumOptimizer(0.05, 0.9)
gvs = optimizer.compute_gradients(loss, tf.trainable_variables())
capped_gvs = [(tf.clip_by_value(grad, -0.5, 0.5), var) for grad, var in gvs if grad is not None]
train = optimizer.apply_gradients(capped_gvs)
first = gvs[0][0]

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    feed = {x: rng.rand(16, 4), y: rng.rand(16, 1) * 3}
    for i in range(10):
        _, value = sess.run([train, loss], feed)
    print(value, sess.run(gvs[1][0], feed), sess.run(first, feed).ravel())
    print(sess.run(w).ravel())

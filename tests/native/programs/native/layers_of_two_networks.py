import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
real = rng.normal(1.0, 0.2, (16, 3)).astype(np.float32)
noise = rng.rand(16, 2).astype(np.float32)

Z = tf.placeholder(tf.float32, [None, 2])
X = tf.placeholder(tf.float32, [None, 3])

made = tf.layers.dense(Z, 3, kernel_initializer=tf.constant_initializer(0.3))
out = tf.layers.dense(X, 1, tf.nn.sigmoid, kernel_initializer=tf.constant_initializer([[0.1], [-0.2], [0.3]]))
distance = tf.reduce_mean(tf.square(made - X))
judged = tf.reduce_mean(tf.square(out - 1.0))
train_g = tf.train.RMSPropOptimizer(0.01).minimize(distance)
train_d = tf.train.AdamOptimizer(0.05).minimize(judged)

sess = tf.Session()
sess.run(tf.global_variables_initializer())
for step in range(6):
    _, d = sess.run([train_d, judged], {X: real})
    _, g = sess.run([train_g, distance], {X: real, Z: noise})
    print(step, d, g)
sess.close()

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
h = x
variables = []
for number, size in enumerate([4, 2, 1]):
    start = np.linspace(-0.5, 1.0, int(h.shape[1]) * size).reshape(-1, size)
    w = tf.Variable(start, dtype=tf.float32, name="w%d" % number)
    b = tf.Variable(tf.fill([size], 0.1))
    variables += [w, b]
    h = tf.matmul(h, w) + b
    if number < 2:
        h = tf.nn.tanh(h)
loss = tf.reduce_mean(tf.square(h - 1.0))
train = tf.train.AdamOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        print(sess.run([loss, train], {x: np.eye(3)})[0])
    print([sess.run(v).sum() for v in variables])

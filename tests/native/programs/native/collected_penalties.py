import numpy as np
import tensorflow as tf

rng = np.random.RandomState(1)
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 1])
w1 = tf.Variable(rng.randn(3, 4).astype(np.float32))
w2 = tf.Variable(rng.randn(4, 1).astype(np.float32))
# how much large weights cost
tf.add_to_collection(tf.GraphKeys.REGULARIZATION_LOSSES, 0.01 * tf.nn.l2_loss(w1))
tf.add_to_collection(tf.GraphKeys.REGULARIZATION_LOSSES, 0.1 * tf.reduce_sum(tf.abs(w2)))

error = tf.reduce_mean(tf.square(tf.matmul(tf.matmul(x, w1), w2) - y))
tf.add_to_collection("losses", error)
penalty_sum = tf.add_n(tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES))
tf.add_to_collection("losses", penalty_sum)
total = tf.add_n(tf.get_collection("losses"), name="total")
train = tf.train.GradientDescentOptimizer(0.02).minimize(total)

data = rng.rand(10, 3)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(9):
        _, value = sess.run([train, total], {x: data, y: data[:, :1]})
        if i % 4 == 0:
            print(i, value, sess.run(penalty_sum), sess.run(error, {x: data, y: data[:, :1]}))

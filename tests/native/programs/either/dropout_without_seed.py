import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 6])
y = tf.placeholder(tf.float32, [None, 1])
keep = tf.placeholder("float")
is_training = tf.placeholder_with_default(False, shape=[])


def network(inputs, kept):
    hidden = tf.nn.relu(tf.matmul(inputs, first))
    return tf.matmul(tf.nn.dropout(hidden, kept), second)


first = tf.Variable(tf.ones([6, 400]) * 0.1)
second = tf.Variable(tf.ones([400, 1]) * 0.01)
output = network(x, keep)
error = tf.reduce_mean(tf.square(output - y))
train = tf.train.GradientDescentOptimizer(0.001).minimize(error)
ones = tf.nn.dropout(tf.ones_like(x), 0.5)
halves = tf.layers.dropout(x, 0.25, training=is_training)
loud = tf.layers.dropout(x, rate=0.5, training=True)
still = tf.layers.dropout(x)

xs = np.linspace(0, 1, 60).reshape(10, 6)
ys = xs.sum(axis=1, keepdims=True)
many = np.ones((2000, 6))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    before = sess.run(error, {x: xs, y: ys, keep: 1.0})
    for i in range(200):
        sess.run(train, {x: xs, y: ys, keep: 0.5})
        # Nothing of this depends on what is drawn.
        if i % 100 == 0:
            print(i, sess.run(output, {x: xs[:2], keep: 1.0}).shape)
    print(before, sess.run(error, {x: xs, y: ys, keep: 1.0}) < before / 4)
    drawn = sess.run(ones, {x: many})
    print(np.unique(drawn), "%.1f" % drawn.mean())
    print(np.unique(sess.run(halves, {x: many})), np.unique(sess.run(halves, {x: many, is_training: True}).round(4)))
    print(np.unique(sess.run(loud, {x: many})), np.unique(sess.run(still, {x: many})))

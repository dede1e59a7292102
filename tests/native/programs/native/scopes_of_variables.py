import numpy as np
import tensorflow as tf


def init_weight(shape, value):
    weight = tf.Variable(tf.ones(shape) * value)
    return weight


x = tf.placeholder(tf.float32, [None, 3], name="x")
y = tf.placeholder(tf.float32, [None, 1], name="y")

with tf.variable_scope("hidden") as scope:
    w = tf.get_variable("w", [3, 2], initializer=tf.ones_initializer())
    b = tf.get_variable("b", shape=[2], initializer=tf.zeros_initializer())
    hidden = tf.nn.relu(tf.matmul(x, w) + b)

with tf.variable_scope("output"), tf.name_scope("layer"):
    # The same name as above, in another scope.
    w2 = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
    scale = init_weight([1], 0.5)
    output = tf.matmul(hidden, w2) * scale

with tf.name_scope("training"):
    loss = tf.reduce_mean(tf.square(output - y))
    train = tf.train.MomentumOptimizer(0.01, 0.9).minimize(loss)

data = np.random.RandomState(2).rand(6, 3)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        _, now = sess.run([train, loss], {x: data, y: data[:, :1]})
        print(i, now)
    print(sess.run([w, scale]))

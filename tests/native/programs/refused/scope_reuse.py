import tensorflow as tf


def network(inputs, reuse):
    with tf.variable_scope("net", reuse=reuse):  # refused: reuse
        w = tf.get_variable("w", initializer=tf.constant([[0.5], [-1.0]]))
        return tf.matmul(inputs, w)


first = tf.placeholder(tf.float32, [None, 2])
second = tf.placeholder(tf.float32, [None, 2])
difference = tf.reduce_sum(network(first, False) - network(second, True))
train = tf.train.GradientDescentOptimizer(0.01).minimize(tf.square(difference))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(5):
        sess.run(train, {first: [[1, 2]], second: [[2, 1]]})
    print(sess.run(difference, {first: [[1, 2]], second: [[2, 1]]}))

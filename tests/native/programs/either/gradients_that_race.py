import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
a = tf.Variable(0.5)
b = tf.Variable(2.0)
error = tf.reduce_mean(tf.square(a * b * x - 1.0))
# Two calls: the second gradient reads `a`, which the first changes.
of_a = tf.gradients(error, a)[0]
of_b = tf.gradients(error, b)[0]
new_a = a.assign(a - 0.1 * of_a)
new_b = b.assign(b - 0.1 * of_b)
train = tf.train.GradientDescentOptimizer(0.1).minimize(error)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run([new_a, new_b], {x: [1.0, 2.0]})
    sess.run([train, of_a], {x: [1.0, 2.0]})
    print("done")

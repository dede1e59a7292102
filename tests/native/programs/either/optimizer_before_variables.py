import tensorflow as tf

solver = tf.train.AdamOptimizer(0.1)
a = tf.Variable([1.0, 2.0])
first = tf.reduce_sum(tf.square(a - 3.0))
of_a = solver.minimize(first, var_list=[a])
b = tf.Variable([2.0])
second = tf.reduce_sum(tf.square(b - 1.0))
of_b = solver.minimize(second, var_list=[b])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(4):
        sess.run(of_a)
        sess.run(of_b)
        print(sess.run([a, b]))

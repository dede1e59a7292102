import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
v = tf.Variable([1.0, 2.0])
u = tf.Variable([3.0, 5.0])
loss = tf.reduce_sum(tf.square(v * x) + u)
opt = tf.train.GradientDescentOptimizer(0.1)
pairs = opt.compute_gradients(loss)
raw = tf.gradients(loss, [u, v])
train = opt.apply_gradients(pairs)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(pairs[0][0], {x: [1.0, 2.0]}), sess.run(raw[1], {x: [1.0, 2.0]}), sess.run(raw[-1], {x: [1.0, 1.0]}))
    print(sess.run(pairs[1][1]), sess.run(raw[0] + 1.0, {x: [1.0, 2.0]}))
    g, _ = sess.run([pairs[0][0], train], {x: [1.0, 2.0]})
    print(g, sess.run(pairs, {x: [1.0, 0.0]}))

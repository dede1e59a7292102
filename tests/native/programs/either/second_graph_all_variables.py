import tensorflow as tf

a = tf.Variable(2.0)
x = tf.placeholder_with_default(3.0, [])
loss = tf.square(a * x - 1.0)
opt = tf.train.GradientDescentOptimizer(0.01)
pairs = opt.compute_gradients(loss)
train = opt.apply_gradients(pairs)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train)
    print(sess.run(a))

tf.reset_default_graph()
b = tf.Variable(1.0)
y = tf.placeholder(tf.float32, [])
loss = tf.square(b * y - 2.0)
opt = tf.train.GradientDescentOptimizer(0.1)
pairs = opt.compute_gradients(loss)
clipped = [(tf.clip_by_value(g, -1.0, 1.0), v) for g, v in pairs]
train = opt.apply_gradients(clipped)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train, {y: 4.0})
    print(sess.run(b))

import tensorflow as tf

unused = tf.Variable(5.0)
x = tf.placeholder(tf.float32, [3])
w = tf.Variable([1.0, 2.0, 3.0])
v = tf.Variable(2.0)
y = tf.reduce_sum(w * x * v)
opt = tf.train.GradientDescentOptimizer(0.1)
all_pairs = opt.compute_gradients(y)
second = all_pairs[1][0]
scaled = [(g * 0.5, v) for g, v in all_pairs if g is not None]
train = opt.apply_gradients(scaled)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(second, {x: [1, 2, 3]}))
    sess.run(train, {x: [1, 2, 3]})
    print(sess.run([w, v, unused]))

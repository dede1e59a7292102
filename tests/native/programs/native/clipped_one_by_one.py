import tensorflow as tf

LIMIT = 2.0
target = tf.constant([10.0, -20.0, 0.5])
w = tf.Variable(tf.zeros([3]))
s = tf.Variable(1.0)
frozen = tf.Variable(3.0)
loss = tf.reduce_sum(tf.square(s * w - target)) + frozen

opt = tf.train.GradientDescentOptimizer(0.1)
grads_and_vars = opt.compute_gradients(loss, [w, s])
capped = [(tf.clip_by_value(grad, -LIMIT, LIMIT), var) for grad, var in grads_and_vars if grad is not None]
step = opt.apply_gradients(capped)
first = grads_and_vars[0][0]

other = tf.train.RMSPropOptimizer(0.05, decay=0.8)
pairs = other.compute_gradients(tf.square(frozen - 1.0), var_list=[frozen])
relax = other.apply_gradients([(tf.clip_by_norm(g, 0.3), v) for g, v in pairs])

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(10):
        sess.run(step)
        sess.run(relax)
        print(sess.run(w), sess.run(s), sess.run(frozen), sess.run(loss))
    print(sess.run(first))

import tensorflow as tf

target = tf.constant([10.0, -20.0, 0.5])
w = tf.Variable(tf.zeros([3]))
loss = tf.reduce_sum(tf.square(w - target))

opt = tf.train.GradientDescentOptimizer(0.1)
grads_and_vars = opt.compute_gradients(loss, [w])
capped = [(tf.clip_by_value(grad, -1., 1.), var) for grad, var in grads_and_vars]
step = opt.apply_gradients(capped)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(10):
        sess.run(step)
    print(sess.run(w), sess.run(loss))
    print(sess.run(grads_and_vars[0][0]))

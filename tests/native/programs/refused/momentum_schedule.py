import tensorflow as tf

global_step = tf.train.get_or_create_global_step()
rate = tf.train.piecewise_constant(global_step, [4, 8], [0.1, 0.05, 0.01])
w = tf.Variable([4.0, -3.0])
loss = tf.reduce_sum(w * w)
train = tf.train.MomentumOptimizer(rate, 0.5).minimize(loss, global_step=global_step)  # refused: MomentumOptimizer

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    while sess.run(global_step) < 12:
        sess.run(train)
        if sess.run(global_step) % 3 == 0:
            print(sess.run(global_step), sess.run(rate), sess.run(loss))
    print(sess.run(w))

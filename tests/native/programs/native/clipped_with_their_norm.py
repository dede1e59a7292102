import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.Variable([[1.0], [2.0]])
b = tf.Variable([0.5])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - 7.0))

optimizer = tf.train.MomentumOptimizer(0.1, 0.9)
gradients, variables = zip(*optimizer.compute_gradients(loss))
gradients, norm = tf.clip_by_global_norm(gradients, 1.0)
train = optimizer.apply_gradients(zip(gradients, variables))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(12):
        _, value, size = sess.run([train, loss, norm], {x: [[1, 2], [0.5, 1], [2, -1]]})
        print(i, value, size)

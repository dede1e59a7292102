import tensorflow as tf

w = tf.Variable([3.0, -0.2])
loss = tf.reduce_sum(tf.square(w - 1.0))
optimizer = tf.train.ProximalGradientDescentOptimizer(0.1, l1_regularization_strength=0.5)  # refused: Proximal
train = optimizer.minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(8):
        sess.run(train)
    print(sess.run([w, loss]))

import tensorflow as tf

rate = tf.Variable(0.1, trainable=False)
slower = rate.assign(rate * 0.5)
w = tf.Variable([4.0, -3.0])
loss = tf.reduce_sum(tf.square(w))
optimizer = tf.train.AdamOptimizer(rate, beta1=0.8)
train = optimizer.minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(9):
        if step % 3 == 2:
            sess.run(slower)
        sess.run(train)
        print(step, sess.run(rate), sess.run(loss))

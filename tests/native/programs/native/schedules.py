import tensorflow as tf

target = tf.constant([1.0, -2.0, 0.5])

count = tf.train.get_or_create_global_step()
staged = tf.train.piecewise_constant(count, [4, 8], [0.1, 0.05, 0.01])
weight = tf.Variable([4.0, -3.0, 1.0])
error = tf.reduce_sum(tf.square(weight - target))
train = tf.train.GradientDescentOptimizer(staged).minimize(error, global_step=count)

turn = tf.Variable(0, trainable=False)
falling = tf.train.polynomial_decay(0.2, turn, 10, end_learning_rate=0.02, power=2.0)
slope = tf.Variable([1.0, 1.0, 1.0])
distance = tf.reduce_sum(tf.square(slope - target))
follow = tf.train.AdamOptimizer(falling).minimize(distance, global_step=turn)

moment = tf.Variable(0, trainable=False)
wave = tf.train.cosine_decay(0.3, moment, 12, alpha=0.1)
height = tf.Variable([0.0, 0.0, 0.0])
gap = tf.reduce_sum(tf.square(height - target))
climb = tf.train.AdagradOptimizer(wave).minimize(gap, global_step=moment)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    while sess.run(count) < 12:
        sess.run(train)
        if sess.run(count) % 3 == 0:
            print(sess.run(count), sess.run(staged), sess.run(error))
    for i in range(12):
        sess.run(follow)
        sess.run(climb)
        print(i, sess.run(falling), sess.run(distance), sess.run(wave), sess.run(gap))
    print(sess.run(weight), sess.run(slope), sess.run(height))

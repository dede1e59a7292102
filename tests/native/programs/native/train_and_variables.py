import tensorflow as tf

X = tf.placeholder(tf.float32)
Y = tf.placeholder(tf.float32)
W = tf.Variable(5.0)
b = tf.Variable(0.5)
cost = tf.reduce_mean(tf.square(X * W + b - Y))
train = tf.train.GradientDescentOptimizer(0.05).minimize(cost)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(10):
        cost_val, W_val, _ = sess.run([cost, W, train], feed_dict={X: [1, 2, 3], Y: [2, 4, 6]})
    print(sess.run(cost, feed_dict={X: [1, 2, 3], Y: [2, 4, 6]}))

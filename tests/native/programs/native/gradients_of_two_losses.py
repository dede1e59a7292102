import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
w = tf.Variable([0.5, -1.0])
of_sum = tf.gradients(tf.reduce_sum(tf.tanh(x * w)), w)[0]
of_mean = tf.gradients(tf.reduce_mean(tf.square(w)), w)[0]
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([of_sum, of_mean], {x: [1.0, 2.0]}))
    print(sess.run(of_mean))

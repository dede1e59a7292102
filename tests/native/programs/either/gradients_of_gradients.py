import tensorflow as tf

w = tf.Variable([1.0, 2.0, 3.0])
z = tf.reduce_sum(w * w * w)
first = tf.gradients(z, w)[0]
second = tf.gradients(tf.reduce_sum(first * first), w)[0]
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(first), sess.run(second))

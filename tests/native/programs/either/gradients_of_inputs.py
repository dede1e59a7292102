import tensorflow as tf

x = tf.placeholder(tf.float32, [3])
w = tf.Variable([1.0, 2.0, 3.0])
z = tf.reduce_sum(w * x * x)
of_input = tf.gradients(z, x)[0]
of_several = tf.gradients([z, tf.reduce_sum(w)], [w])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(of_input, {x: [1, 2, 3]}), sess.run(of_several, {x: [1, 2, 3]}))

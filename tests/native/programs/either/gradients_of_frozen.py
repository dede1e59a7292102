import tensorflow as tf

frozen = tf.Variable([0.5, -1.0], trainable=False)
w = tf.Variable([2.0, 3.0])
both = [w, frozen]
of_frozen = tf.gradients(tf.reduce_sum(frozen * frozen), frozen)[0]
of_both = tf.gradients(tf.reduce_sum(frozen * w), both)[1]
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(of_frozen), sess.run(of_both))

import tensorflow as tf

a = tf.constant(1.0)
with tf.Graph().as_default(), tf.Session() as sess:
    b = tf.placeholder(tf.float32)
    w = tf.Variable(5.0)
    sess.run(tf.global_variables_initializer())
    print(sess.run(b * w, {b: 2.0}))
c = a + 1.0
with tf.Session() as sess:
    print(sess.run(c))

import tensorflow as tf

v = tf.Variable(1.0)
double = tf.assign(v, v * 2.0)
with tf.control_dependencies([double]):
    after = tf.identity(v) + 0.0
both = [double, after]

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(after))
    print(sess.run(after), sess.run(v))

import tensorflow as tf

a = tf.placeholder(tf.float32, [2])
with tf.device('/cpu:0'):
    few = tf.constant([1.0, 2.0], shape=[2, 2])
    one = tf.constant(3.0, shape=[2, 2])
    exact = tf.constant([[1.0, -2.0], [3.0, 4.0]], tf.float32, [4])
    y = tf.reduce_sum(few) + tf.reduce_sum(one) + tf.reduce_sum(exact) * tf.reduce_sum(a)

with tf.Session(config=tf.ConfigProto(log_device_placement=False)) as sess:
    print(sess.run([few, one, exact]))
    print(sess.run(y, {a: [1.0, 2.0]}))

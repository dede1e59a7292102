import tensorflow as tf

config = tf.ConfigProto(allow_soft_placement=True)
config.gpu_options.allow_growth = True

with tf.device('/cpu:0'):
    a = tf.placeholder(tf.float32, [2, 3], name='a')
    offset = tf.constant(0.5)

with tf.device('/gpu:0'):
    b = tf.constant([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], shape=[3, 2], name='b')
    c = tf.matmul(a, b) + offset

with tf.Session(config=config) as sess:
    print(sess.run(c, feed_dict={a: [[1, 2, 3], [4, 5, 6]]}))
    print(sess.run(tf.reduce_sum(c), feed_dict={a: [[0, 0, 1], [1, 0, 0]]}))

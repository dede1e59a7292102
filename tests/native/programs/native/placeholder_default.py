import tensorflow as tf

x = tf.placeholder(tf.float32, [None], name="x")
slope = tf.placeholder_with_default(2.0, shape=[], name="slope")
offset = tf.placeholder_with_default(tf.constant(1.0), shape=())
y = slope * x + offset

with tf.Session() as sess:
    print(sess.run(y, feed_dict={x: [1, 2, 3]}))
    print(sess.run(y, feed_dict={x: [1, 2, 3], slope: 10}))
    print(sess.run(y, feed_dict={x: [1, 2], slope: 0.5, offset: -1}))

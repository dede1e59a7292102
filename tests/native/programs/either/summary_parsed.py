import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
w = tf.Variable(2.0)
size = tf.reduce_sum(w * x)
merged = tf.summary.scalar("size", size)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    s = sess.run(merged, {x: [3.0]})
    proto = tf.Summary.FromString(s)
    print([(one.tag, one.simple_value) for one in proto.value])

import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
w = tf.Variable(2.0)
part = tf.reduce_sum(w * x)
tf.add_to_collection("parts", part)
scale = 3.0
tf.add_to_collection("parts", tf.reduce_sum(x) * scale)
part = tf.reduce_max(x)
scale = 100.0
total = tf.add_n(tf.get_collection("parts")) + part
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(total, {x: [1.0, 2.0]}))

import tensorflow as tf

w = tf.Variable([1.0, 2.0])
tf.add_to_collection("parts", tf.reduce_sum(w))
total = tf.add_n(tf.get_collection("parts"))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(total))
tf.reset_default_graph()
w = tf.Variable([5.0, 2.0])
tf.add_to_collection("parts", tf.reduce_max(w))
total = tf.add_n(tf.get_collection("parts"))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(total))

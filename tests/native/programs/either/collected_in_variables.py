import tensorflow as tf

w = tf.Variable([1.0, 2.0])
u = tf.Variable([3.0, 2.0], collections=["mine", tf.GraphKeys.GLOBAL_VARIABLES])
tf.add_to_collection("mine", w)
total = tf.reduce_sum(tf.add_n(tf.get_collection("mine")))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(total))

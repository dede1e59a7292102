import tensorflow as tf

w = tf.Variable([1.0, 2.0])
for i in range(3):
    tf.add_to_collection("parts", w[0] * float(i))
tf.add_to_collection("parts", tf.reduce_sum(w))
total = tf.add_n(tf.get_collection("parts"))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(total), len(tf.get_collection("parts")))

import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
w = tf.Variable([1.0, 2.0])
tf.add_to_collection("parts", tf.reduce_sum(w * x))
tf.add_to_collection("parts", tf.reduce_max(x))
parts = tf.get_collection("parts")
tf.add_to_collection("parts", tf.reduce_min(x))
first = parts[0] + 1.0
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(first, {x: [1.0, 3.0]}))
    print(sess.run(tf.get_collection("parts"), {x: [1.0, 3.0]}))
    print(sess.run(parts, {x: [1.0, 3.0]}), len(parts))

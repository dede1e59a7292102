import tensorflow as tf


def weight(value, wanted):
    made = tf.Variable(value)
    if wanted:
        tf.add_to_collection("costs", tf.reduce_sum(made))
    return made


a = weight([1.0, 2.0], True)
b = weight([3.0], False)
total = tf.add_n(tf.get_collection("costs"))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(total))

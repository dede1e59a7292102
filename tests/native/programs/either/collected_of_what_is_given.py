import tensorflow as tf

rate = 0.5


def weight(value, factor=0.25, add=True):
    made = tf.Variable(value)
    tf.add_to_collection("costs", tf.reduce_sum(made) * factor)
    return made


a = weight([1.0, 2.0], rate)
rate = 2.0
b = weight([3.0], factor=rate)
c = weight([5.0])
kept = {"d": weight([7.0], 1.0)}
total = tf.add_n(tf.get_collection("costs"))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(total), sess.run(a + b + c + kept["d"]))

import tensorflow as tf

RATE = 0.5


def weight(value, factor=0.25):
    """A variable that costs something."""
    made = tf.Variable(value)
    # large ones cost more
    tf.add_to_collection("costs", tf.reduce_sum(tf.square(made)) * factor)
    return made


a = weight([1.0, 2.0], RATE)
b = weight([3.0])
tf.add_to_collection("costs", tf.reduce_sum(a * b))
total = tf.add_n(tf.get_collection("costs"))
train = tf.train.AdamOptimizer(0.1).minimize(total)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(5):
        sess.run(train)
    print(sess.run([total, a, b]))

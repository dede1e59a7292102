import tensorflow as tf

inputs = [tf.placeholder(tf.float32, name="in%d" % i) for i in range(3)]
total = tf.add_n(inputs)


def feed(values):
    return dict(zip(inputs, values))


with tf.Session() as sess:
    print(sess.run(total, feed_dict=feed([1, 2, 3])))  # refused: feed
    print(sess.run(total, feed_dict=feed([4, 5, 6])))

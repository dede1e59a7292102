import tensorflow as tf

tf.logging.set_verbosity(tf.logging.INFO)

x = tf.placeholder(tf.float32, [None])
total = tf.reduce_sum(x)


def tell(value):
    tf.logging.info("the total is %.1f", value)
    tf.logging.warn("told %s", "once")


with tf.Session() as sess:
    value = sess.run(total, {x: [1, 2, 3]})
    tell(value)
    print(value, tf.logging.get_verbosity())
tf.logging.set_verbosity(tf.logging.WARN)
tf.logging.info("not told")
print(tf.logging.get_verbosity())

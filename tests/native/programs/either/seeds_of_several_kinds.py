import tensorflow as tf

tf.random.set_random_seed(5)
x = tf.placeholder(tf.float32, [4])


def noisy(value):
    return value + tf.random_normal([4])


both = noisy(tf.nn.dropout(x, 0.5, seed=3))
total = tf.reduce_sum(both)
plain = x + tf.random_uniform([4])
with tf.Session() as sess:
    print(sess.run(both, {x: [1.0, 2.0, 3.0, 4.0]}))
    print(sess.run(total, {x: [1.0, 2.0, 3.0, 4.0]}))
    print(sess.run(plain, {x: [1.0, 2.0, 3.0, 4.0]}))

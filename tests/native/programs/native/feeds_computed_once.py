import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)
x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None])
rate = tf.placeholder(tf.float32, [])
w = tf.Variable([[0.5], [-0.5]])
loss = tf.reduce_mean(tf.square(tf.squeeze(tf.matmul(x, w), 1) - y)) * rate

test_rate = 2.0
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(3):
        # the batch of this round
        feed_dict = {x: rng.rand(4, 2),
                     y: rng.rand(
                         4),
                     rate: 0.5}
        print(i, sess.run(loss, feed_dict=feed_dict), sess.run([loss, w], feed_dict))
    test_feed = {x: rng.rand(2, 2), y: [0.0, 1.0], rate: test_rate}
    print(loss.eval(test_feed), loss.eval(test_feed))
print(rng.rand())

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32)
y = tf.placeholder(tf.float32)
s = x + 10 * y
feed = {x: 1}
feed[y] = 2
with tf.Session() as sess:
    print(sess.run(s, feed_dict=feed))
    feed[x] = 5
    print(sess.run(s, feed_dict=feed))
    other = dict(feed)
    other.update({y: 0})
    print(sess.run(s, other), sess.run(s, {**feed, y: 1}))

import numpy as np
import tensorflow as tf

calls = []


def batch(n):
    calls.append(n)
    return np.full([n], n, np.float32)


x = tf.placeholder(tf.float32, [None])
unused = tf.placeholder(tf.float32)
y = tf.reduce_sum(x)
numbers = iter(range(10))
with tf.Session() as sess:
    print(sess.run(y, feed_dict={unused: next(numbers), x: batch(2)}))
    print(sess.run(y, feed_dict={x: batch(next(numbers) + 2), unused: next(numbers)}))
print(calls, next(numbers))

import numpy as np
import tensorflow as tf

it = iter(range(10))
x = tf.placeholder(tf.float32, [])
first = x * next(it)
second = first + next(it)
third = x - next(it)
print("left", next(it))
with tf.Session() as sess:
    print(sess.run(second, {x: 2.0}))
    print(sess.run(third, {x: 2.0}), sess.run(first, {x: 1.0}))
print(next(it))

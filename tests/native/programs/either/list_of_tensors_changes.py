import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
parts = []
parts.append(x + 1)
parts.append(x + 2)
total = tf.add_n(parts)
parts[0] = x * 100
parts.pop()
parts.extend([x, x])
rest = tf.add_n(parts)
with tf.Session() as sess:
    print(sess.run(total, {x: [1, 2]}), sess.run(rest, {x: [1, 2]}))
    print(len(parts), [sess.run(p, {x: [1, 2]}).tolist() for p in parts])

import numpy as np
import tensorflow as tf

import collections

Pair = collections.namedtuple("Pair", "left right")
x = tf.placeholder(tf.float32, [None])
a, b = x + 1, tf.reduce_sum(x)
v = tf.Variable(2)
grow = tf.assign_add(v, 1)
nothing = tf.no_op()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    feed = {x: [1, 2]}
    print(sess.run({"a": a, "b": b}, feed)["b"])
    print(sess.run((a, b), feed), sess.run([a, [b, {"c": a}]], feed))
    pair = sess.run(Pair(a, b), feed)
    print(pair.left, pair.right)
    print(sess.run([b, b, nothing], feed), sess.run(nothing), sess.run([]))
    print(type(sess.run(b, feed)).__name__, type(sess.run(a, feed)).__name__, type(sess.run(grow)).__name__)
    print(sess.run([b], feed)[0] + sess.run(a, feed)[-1])

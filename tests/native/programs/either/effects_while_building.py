import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [])
print("before")
y = x + (print("building") or 1)
print("after")
with tf.Session() as sess:
    print("run")
    print(sess.run(y, {x: 1}))
    print(sess.run(y, {x: 2}))

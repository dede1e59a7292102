import numpy as np
import tensorflow as tf

sizes = [1.0, 2.0]
def total():
    return sum(sizes)
x = tf.placeholder(tf.float32, [])
y = x * total()
sizes.append(50.0)
with tf.Session() as sess:
    print(sess.run(y, {x: 1.0}))

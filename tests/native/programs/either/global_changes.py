import numpy as np
import tensorflow as tf

scale = 2.0


def change():
    global scale
    scale = 50.0


x = tf.placeholder(tf.float32, [])
y = x * scale
change()
with tf.Session() as sess:
    print(sess.run(y, {x: 1.0}), scale)

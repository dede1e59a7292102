import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32)
y = x * 2
z = x * 3
names = {y: "double", z: "triple"}
order = [z, y]
with tf.Session() as sess:
    for tensor in order:
        print(names[tensor], sess.run(tensor, {x: 2}), tensor is y, tensor == z, order.index(tensor))

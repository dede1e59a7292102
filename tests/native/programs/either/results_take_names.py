import numpy as np
import tensorflow as tf

# A result gets the name of the tensor it came from.
x = tf.placeholder(tf.float32)
y = x + 1
loss = tf.reduce_sum(y * y)
with tf.Session() as sess:
    y_tensor = y
    loss, y = sess.run([loss, y], {x: [1, 2]})
    print(loss * 2, y.tolist())
    y = sess.run(y_tensor, {x: [5]}) + y
    print(y)

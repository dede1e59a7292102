import numpy as np
import tensorflow as tf

w = tf.Variable(1.0)
y = w * 2
sess = tf.Session()
sess.run(tf.global_variables_initializer())
print(sess.run(y))
sess.close()
try:
    print(sess.run(y))  # refused: closed
except RuntimeError:
    print('closed')

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4, 2])
cell = tf.nn.rnn_cell.BasicRNNCell(3)  # refused: BasicRNNCell
with tf.variable_scope("rnn", initializer=tf.constant_initializer(0.2)):
    outputs, state = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(state, {x: np.ones((1, 4, 2))}))

import numpy as np
import tensorflow as tf

# Running the initializer again starts anew; a random start is drawn again.
w = tf.Variable(5.0)
r = tf.Variable(tf.random_uniform([2], seed=4))
loss = tf.square(w - 1.0)
train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
init = tf.global_variables_initializer()
sess = tf.Session()
for trial in range(3):
    sess.run(init)
    for _ in range(4):
        sess.run(train)
    print(trial, sess.run(w), sess.run(loss), sess.run(r))

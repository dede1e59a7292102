import numpy as np
import tensorflow as tf

W = tf.Variable(tf.random_normal([3, 2], stddev=0.5, seed=3), name="weights")
b = tf.Variable(tf.zeros([2]), name="biases")
noise = tf.random_uniform([2], minval=-1, maxval=1, seed=11)
hidden = tf.nn.relu(tf.matmul(tf.ones([4, 3]), W) + b)

init = tf.global_variables_initializer()
sess = tf.Session()
sess.run(init)
print(sess.run(W))
h, bias = sess.run([hidden, b])
print(h.sum(), bias)
for i in range(3):
    print("noise", i, np.round(sess.run(noise), 4))
sess.close()

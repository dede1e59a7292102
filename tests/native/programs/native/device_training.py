import numpy as np
import tensorflow as tf

x_data = np.linspace(0, 1, 16).reshape(-1, 1).astype(np.float32)
y_data = 4 * x_data - 1

with tf.device('/cpu:0'):
    W = tf.Variable([[0.0]], name='W')
    b = tf.Variable([0.0], name='b')

X = tf.placeholder(tf.float32, [None, 1])
Y = tf.placeholder(tf.float32, [None, 1])
with tf.device('/device:GPU:0'):
    cost = tf.reduce_mean(tf.square(tf.matmul(X, W) + b - Y))
train = tf.train.AdamOptimizer(0.1).minimize(cost)

gpu_options = tf.GPUOptions(per_process_gpu_memory_fraction=0.4)
session_config = tf.ConfigProto(gpu_options=gpu_options, allow_soft_placement=True)
sess = tf.Session(config=session_config)
sess.run(tf.global_variables_initializer())
for i in range(25):
    _, c = sess.run([train, cost], feed_dict={X: x_data, Y: y_data})
    if i % 6 == 0:
        print(i, c)
print(sess.run([W, b]))
sess.close()

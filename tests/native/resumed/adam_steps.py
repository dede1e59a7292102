import os

import numpy as np
import tensorflow as tf

os.chdir(os.path.dirname(os.path.abspath(__file__)))

data = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
target = np.array([[0.0], [1.0], [2.0], [1.0]])

global_step = tf.Variable(0, trainable=False, name="global_step")

X = tf.placeholder(tf.float32)
Y = tf.placeholder(tf.float32)

W1 = tf.Variable([[0.5, -0.5], [0.25, 0.125]])
W2 = tf.Variable([[1.0], [0.5]])
L1 = tf.matmul(X, W1)
model = tf.matmul(L1, W2)
cost = tf.reduce_mean(tf.square(Y - model))
optimizer = tf.train.AdamOptimizer(learning_rate=0.01)
train_op = optimizer.minimize(cost, global_step=global_step)

sess = tf.Session()
saver = tf.train.Saver(tf.global_variables())

ckpt = tf.train.get_checkpoint_state("./model")
if ckpt and tf.train.checkpoint_exists(ckpt.model_checkpoint_path):
    saver.restore(sess, ckpt.model_checkpoint_path)
else:
    sess.run(tf.global_variables_initializer())

# Train some more steps
for step in range(2):
    sess.run(train_op, feed_dict={X: data, Y: target})
    print("Step: %d," % sess.run(global_step), "Cost: %.6f" % sess.run(cost, feed_dict={X: data, Y: target}))

print(saver.save(sess, "./model/dnn.ckpt", global_step=global_step))
print(sess.run(model, feed_dict={X: data}))

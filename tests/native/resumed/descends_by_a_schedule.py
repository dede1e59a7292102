import os

import tensorflow as tf

os.chdir(os.path.dirname(os.path.abspath(__file__)))

step = tf.train.create_global_step()
rate = tf.train.piecewise_constant(step, [2, 4], [0.1, 0.05, 0.01])
w = tf.Variable([3.0, -1.0])
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.GradientDescentOptimizer(learning_rate=rate).minimize(loss, global_step=step)
saver = tf.train.Saver(max_to_keep=None)

with tf.Session() as sess:
    if os.path.isfile("model.index"):
        saver.restore(sess, "model")
    else:
        sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train_op)
    print(sess.run(w), sess.run(step))
    saver.save(sess, "model")

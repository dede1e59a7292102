import os

import tensorflow as tf

os.chdir(os.path.dirname(os.path.abspath(__file__)))

global_step = tf.Variable(0, trainable=False, name="global_step")
rate = tf.train.exponential_decay(0.1, global_step, 2, 0.5, staircase=True)
w = tf.Variable([3.0, -1.0], name="w")
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.AdamOptimizer(rate).minimize(loss, global_step=global_step)
saver = tf.train.Saver()

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    latest = tf.train.latest_checkpoint(".")
    if latest is not None:
        saver.restore(sess, latest)
    for _ in range(3):
        sess.run(train_op)
        print(sess.run(rate), sess.run(w))
    saver.save(sess, "./decayed", global_step=global_step)

import os
import tempfile

import tensorflow as tf

directory = tempfile.mkdtemp()
step = tf.Variable(0, trainable=False, name="step")
w = tf.Variable([4.0, 2.0], name="w")
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=step)


def train(steps):
    with tf.Session() as sess:
        saver = tf.train.Saver()
        sess.run(tf.global_variables_initializer())
        for _ in range(steps):
            sess.run(train_op)
        print(sess.run([step, loss]))
        saver.save(sess, os.path.join(directory, "m"), global_step=step)


train(2)
train(3)

import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
step = tf.Variable(0, trainable=False, name="step")
rate = tf.train.exponential_decay(0.2, step, 2, 0.5, staircase=True)
w = tf.Variable([4.0], name="w")
loss = tf.reduce_sum(tf.square(w))
train = tf.train.GradientDescentOptimizer(rate).minimize(loss, global_step=step)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    saver.save(sess, os.path.join(folder, "begin"))
    for _ in range(5):
        sess.run(train)
    saver.save(sess, os.path.join(folder, "model.ckpt"), global_step=step)
    print(sess.run([w, rate, step]))
    saver.restore(sess, os.path.join(folder, "begin"))
    for _ in range(2):
        sess.run(train)
    print(sess.run(w), sess.run(rate), sess.run(step))

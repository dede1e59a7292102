import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "gan.ckpt")
g = tf.Variable([1.0, 2.0], name="g")
d = tf.Variable([-1.0], name="d")
d_loss = tf.reduce_sum(tf.square(d - 1.0)) + tf.reduce_sum(g * 0.1)
g_loss = tf.reduce_sum(tf.square(g)) * 0.5 + tf.reduce_sum(d * 0.1)
d_train = tf.train.AdamOptimizer(0.1, beta1=0.5).minimize(d_loss, var_list=[d])
g_train = tf.train.AdamOptimizer(0.05).minimize(g_loss, var_list=[g])
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(6):
        sess.run(d_train)
        sess.run(g_train)
        if step == 2:
            print("saved", os.path.basename(saver.save(sess, path)))
    print(sess.run([g, d]))
with tf.Session() as sess:
    saver.restore(sess, path)
    for step in range(3):
        sess.run(d_train)
        sess.run(g_train)
    print(sess.run([g, d]))

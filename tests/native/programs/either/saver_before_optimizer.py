import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model.ckpt")
w = tf.Variable([1.0, -3.0], name="w")
loss = tf.reduce_sum(tf.square(w))
# It knows nothing of the slots that the optimizer makes below.
saver = tf.train.Saver()
train = tf.train.AdamOptimizer(0.2).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(4):
        sess.run(train)
    saver.save(sess, path)
    print(sess.run(w))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    saver.restore(sess, path)
    for _ in range(4):
        sess.run(train)
    print(sess.run(w))

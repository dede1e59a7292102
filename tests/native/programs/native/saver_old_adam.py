import os

import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))
w = tf.Variable([0.0, 0.0], name="w")
b = tf.Variable([0.0], name="b")
loss = tf.reduce_sum(tf.square(w - 1.0)) + tf.reduce_sum(tf.square(b + 2.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as sess:
    saver.restore(sess, os.path.join(HERE, "old_checkpoint", "adam.ckpt"))
    print(sess.run([w, b]))
    for _ in range(5):
        sess.run(train_op)
    print(sess.run([w, b]))

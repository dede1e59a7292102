import os

import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))
w = tf.Variable([1.0], name="w")
loss = tf.reduce_sum(tf.square(w))
with tf.name_scope("train"):
    train = tf.train.AdamOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    if os.path.exists(os.path.join(HERE, "nothing.ckpt.index")):
        saver.restore(sess, os.path.join(HERE, "nothing.ckpt"))  # refused: optimizer
    sess.run(train)
    print(sess.run(w))

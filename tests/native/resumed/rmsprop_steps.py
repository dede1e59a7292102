import os

import tensorflow as tf

os.chdir(os.path.dirname(os.path.abspath(__file__)))

step = tf.train.get_or_create_global_step()
w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
loss = tf.reduce_sum(tf.square(w))
train_op = tf.train.RMSPropOptimizer(0.05).minimize(loss, global_step=step)
saver = tf.train.Saver()
with tf.Session() as sess:
    latest = tf.train.latest_checkpoint("model")
    if latest is None:
        sess.run(tf.global_variables_initializer())
    else:
        saver.restore(sess, latest)
    for _ in range(3):
        sess.run(train_op)
    print(sess.run([w, step]))
    saver.save(sess, "model/m.ckpt", global_step=step)

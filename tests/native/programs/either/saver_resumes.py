import os
import tempfile

import tensorflow as tf

logdir = tempfile.mkdtemp()
global_step = tf.Variable(0, trainable=False, name="global_step")
w = tf.Variable([2.0, -1.0], name="w")
loss = tf.reduce_sum(tf.square(w - 1.0))
train_op = tf.train.MomentumOptimizer(0.05, 0.9).minimize(loss, global_step=global_step)
saver = tf.train.Saver(tf.global_variables())

with tf.Session() as sess:
    ckpt = tf.train.get_checkpoint_state(logdir)
    if ckpt and tf.train.checkpoint_exists(ckpt.model_checkpoint_path):
        print("restoring")
        saver.restore(sess, ckpt.model_checkpoint_path)
    else:
        sess.run(tf.global_variables_initializer())

    for step in range(12):
        _, value = sess.run([train_op, loss])
        if step % 2 == 0:
            saved = saver.save(sess, os.path.join(logdir, "model.ckpt"), global_step=global_step)
            print("%.5f" % value, "saved", os.path.relpath(saved, logdir))

latest = tf.train.latest_checkpoint(logdir)
print(os.path.relpath(latest, logdir))
# The first of them are deleted, for a saver keeps five.
print([os.path.exists(os.path.join(logdir, "model.ckpt-%d.index" % step)) for step in range(14)])
with tf.Session() as sess:
    saver.restore(sess, latest)
    print(sess.run([w, global_step]))
    for _ in range(3):
        sess.run(train_op)
    print(sess.run(w), sess.run(global_step))

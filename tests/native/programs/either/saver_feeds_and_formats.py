from __future__ import print_function

import os
import tempfile

import tensorflow as tf

logdir = tempfile.mkdtemp()
model_name = "net"
epochs = 3
W = tf.Variable(tf.zeros([2, 2]), name="W")
x = tf.placeholder(tf.float32, [None, 2])
y_ = tf.placeholder(tf.float32, [None, 2])
logits = tf.matmul(x, W)
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=y_, logits=logits))
optimizer = tf.train.MomentumOptimizer(0.5, momentum=0.9)
train_step = optimizer.minimize(loss)
saver = tf.train.Saver(max_to_keep=epochs)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
feed = {x: [[1.0, 0.0], [0.0, 1.0]], y_: [[1.0, 0.0], [0.0, 1.0]]}
for epoch in range(epochs + 1):
    sess.run(train_step, feed_dict=feed)
    save_path = saver.save(sess, "%s/%s.ckpt" % (logdir, model_name), global_step=epoch + 1)
    print("Epoch %d: model saved in %s" % (epoch, os.path.basename(save_path)))
print(tf.train.checkpoint_exists(logdir + "/net.ckpt-1"), tf.train.checkpoint_exists(save_path))
print("%.5f" % sess.run(loss, feed_dict=feed))
sess.close()

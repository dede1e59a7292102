import os
import shutil
import tempfile

import tensorflow as tf

directory = tempfile.mkdtemp()
global_step = tf.Variable(0, trainable=False, name='global_step')
weight = tf.Variable([1.0, 2.0], name='weight')
loss = tf.reduce_sum(tf.square(weight))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=global_step)


def train(steps):
    with tf.Session() as sess:
        saver = tf.train.Saver(tf.global_variables(), max_to_keep=2)
        ckpt = tf.train.get_checkpoint_state(directory)
        if ckpt and tf.train.checkpoint_exists(ckpt.model_checkpoint_path):
            saver.restore(sess, ckpt.model_checkpoint_path)
            print('restored at step', sess.run(global_step))
        else:
            sess.run(tf.global_variables_initializer())
            print('new model')
        for _ in range(steps):
            sess.run(train_op)
            print('Step: %d, Loss: %.4f' % (sess.run(global_step), sess.run(loss)))
        saver.save(sess, os.path.join(directory, 'dnn.ckpt'), global_step=global_step)


train(2)
train(3)
shutil.rmtree(directory)

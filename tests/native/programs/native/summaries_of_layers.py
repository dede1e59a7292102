import tempfile

import numpy as np
import tensorflow as tf

from helpers.events import show

logs = tempfile.mkdtemp()
x = np.linspace(-1, 1, 20)[:, np.newaxis]
y = np.power(x, 2)

with tf.variable_scope('Inputs'):
    tf_x = tf.placeholder(tf.float32, x.shape, name='x')
    tf_y = tf.placeholder(tf.float32, y.shape, name='y')

with tf.variable_scope('Net'):
    l1 = tf.layers.dense(tf_x, 5, tf.nn.relu, kernel_initializer=tf.constant_initializer(0.3), name='hidden_layer')
    output = tf.layers.dense(l1, 1, kernel_initializer=tf.constant_initializer(0.2), name='output_layer')

    # add to histogram summary
    tf.summary.histogram('h_out', l1)
    tf.summary.histogram('pred', output)

loss = tf.losses.mean_squared_error(tf_y, output, scope='loss')
train_op = tf.train.GradientDescentOptimizer(learning_rate=0.5).minimize(loss)
tf.summary.scalar('loss', loss)     # add loss to scalar summary

sess = tf.Session()
sess.run(tf.global_variables_initializer())

writer = tf.summary.FileWriter(logs, sess.graph)     # write to file
merge_op = tf.summary.merge_all()                    # operation to merge all summary

for step in range(6):
    # train and net output
    _, result = sess.run([train_op, merge_op], {tf_x: x, tf_y: y})
    writer.add_summary(result, step)
writer.close()
show(logs)

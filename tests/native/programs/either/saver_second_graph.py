import os
import tempfile

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "model.ckpt")
x = tf.placeholder(tf.float32, [None, 2])
with tf.variable_scope("layer"):
    W = tf.Variable([[1.0], [2.0]], name="W")
b = tf.Variable([0.5], name="b")
y = tf.matmul(x, W) + b
train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_mean(tf.square(y)))
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train, feed_dict={x: [[1.0, 1.0]]})
    saver.save(sess, path)
    print(sess.run(y, feed_dict={x: [[1.0, 2.0]]}))

tf.reset_default_graph()
inputs = tf.placeholder(tf.float32, [None, 2])
offset = tf.Variable([0.0], name="b")
with tf.variable_scope("layer"):
    weight = tf.get_variable("W", [2, 1])
outputs = tf.matmul(inputs, weight) + offset
saver = tf.train.Saver()
with tf.Session() as sess:
    saver.restore(sess, path)
    print(sess.run(outputs, feed_dict={inputs: [[1.0, 2.0]]}))

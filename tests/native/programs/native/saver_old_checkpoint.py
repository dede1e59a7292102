import os

import tensorflow as tf

# Written by TensorFlow 1.15, two years before this script runs.
checkpoint = os.path.join(os.path.dirname(os.path.abspath(__file__)), "old_checkpoint", "model.ckpt")

x = tf.placeholder(tf.float32, [None, 2], name="x")
with tf.variable_scope("dense"):
    kernel = tf.get_variable("kernel", [2, 3])
    bias = tf.get_variable("bias", [3], initializer=tf.zeros_initializer())
scores = tf.matmul(x, kernel) + bias
probabilities = tf.nn.softmax(scores)

saver = tf.train.Saver()
with tf.Session() as sess:
    saver.restore(sess, checkpoint)
    print(sess.run(bias))
    print(sess.run([scores, probabilities], feed_dict={x: [[1, 2], [-1, 0.5]]}))

import os

import tensorflow as tf

# A checkpoint of TensorFlow 1 with the state of Adam in it, for a program that only predicts.
HERE = os.path.dirname(os.path.abspath(__file__))
w = tf.get_variable("w", [2], initializer=tf.zeros_initializer())
b = tf.get_variable("b", [1], initializer=tf.zeros_initializer())
x = tf.placeholder(tf.float32, [None, 2])
y = tf.reduce_sum(x * w, axis=1) + b
saver = tf.train.Saver()
init = tf.global_variables_initializer()
with tf.Session() as sess:
    init.run()
    saver.restore(sess, os.path.join(HERE, "old_checkpoint", "adam.ckpt"))
    print(y.eval(feed_dict={x: [[1.0, 2.0], [0.0, -1.0]]}))
    print(w.eval(), b.eval())

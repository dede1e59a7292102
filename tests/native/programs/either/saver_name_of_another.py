import os

import tensorflow as tf

# The op takes the name that the variable asks for, so that the variable is `w_1` in the graph.
HERE = os.path.dirname(os.path.abspath(__file__))
x = tf.placeholder(tf.float32, [2], name="w")
w = tf.Variable([1.0, 1.0], name="w")
y = x * w
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    if os.path.exists(os.path.join(HERE, "none.ckpt.index")):
        saver.restore(sess, os.path.join(HERE, "none.ckpt"))
    print(sess.run(y, feed_dict={x: [1.0, 2.0]}), w.name)

import os

import tensorflow as tf

os.chdir(os.path.dirname(os.path.abspath(__file__)))

x = tf.placeholder(tf.float32, [None, 2], name="x")
y = tf.placeholder(tf.float32, [None], name="y")
with tf.variable_scope("model"):
    w = tf.get_variable("w", [2], initializer=tf.zeros_initializer())
    b = tf.Variable(0.5, name="b")
error = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, axis=1) + b - y))
train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(error)
init = tf.global_variables_initializer()
saver = tf.train.Saver()

with tf.Session() as sess:
    sess.run(init)
    if os.path.exists("saved.ckpt.index"):
        saver.restore(sess, "saved.ckpt")
        print("Model restored.")
    feed = {x: [[1.0, 2.0], [0.5, -1.0]], y: [1.0, 0.0]}
    for _ in range(4):
        _, value = sess.run([train, error], feed_dict=feed)
        print("%.5f" % value)
    print("Saved to", saver.save(sess, "saved.ckpt"))

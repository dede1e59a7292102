import os
import tempfile

import numpy as np
import tensorflow as tf

best_path = os.path.join(tempfile.mkdtemp(), "best")
x = tf.placeholder(tf.float32, [None], name="x")
y = tf.placeholder(tf.float32, [None], name="y")
slope = tf.Variable(0.0, name="slope")
loss = tf.reduce_mean(tf.square(slope * x - y))
rate = tf.placeholder(tf.float32, [], name="rate")
train_op = tf.train.AdamOptimizer(rate).minimize(loss)
saver = tf.train.Saver()
xs = np.array([1.0, 2.0, 3.0], dtype=np.float32)
best, patience = np.inf, 0
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(60):
        sess.run(train_op, feed_dict={x: xs, y: 2 * xs, rate: 0.5})
        current = sess.run(loss, feed_dict={x: xs, y: 2 * xs})
        if current < best:
            best, patience = current, 0
            saver.save(sess, best_path)
        else:
            patience += 1
            if patience == 3:
                print("stopped at", epoch)
                # Go back, and on with a smaller rate.
                saver.restore(sess, best_path)
                for _ in range(5):
                    sess.run(train_op, feed_dict={x: xs, y: 2 * xs, rate: 0.05})
                break
    print("slope %.5f" % sess.run(slope), "best %.6f" % best)

import numpy as np
import tensorflow as tf

X = tf.placeholder(tf.float32, shape=[None, 3], name="X")
scale = tf.placeholder("float")
W = tf.Variable(np.array([[1, 2], [3, 4], [5, 6]]), dtype=tf.float32)
b = tf.Variable([0.5, -0.5])

logits = tf.matmul(X, W) * scale + b
best = tf.argmax(logits, 1)
total = tf.reduce_sum(logits)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    # Lists, float64 arrays and batches of other sizes.
    print(sess.run(logits, feed_dict={X: [[1, 2, 3]], scale: 1}))
    out, arg, s = sess.run([logits, best, total], {X: np.random.RandomState(1).rand(4, 3), scale: 0.25})
    print(out)
    print(arg, arg.dtype, s)
    print(logits.eval({X: [[0, 0, 0], [1, 1, 1]], scale: [[2.0], [3.0]]}))

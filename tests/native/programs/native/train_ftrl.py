import numpy as np
import tensorflow as tf

rng = np.random.RandomState(4)
train_x = rng.rand(30, 2).astype(np.float32)
train_y = train_x.dot([[1.5], [-2.0]]) + 0.3

x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None, 1])

W = tf.Variable(tf.zeros([2, 1]), name="W")
b = tf.Variable(tf.zeros([1]), name="b")
prediction = tf.matmul(x, W) + b
loss = tf.reduce_mean(tf.square(prediction - y))

train_op = tf.train.FtrlOptimizer(0.4, l1_regularization_strength=0.01).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(40):
        _, cost = sess.run([train_op, loss], feed_dict={x: train_x, y: train_y})
        if step % 8 == 0:
            print("step %d, loss %.5f" % (step, cost))
    print("W", sess.run(W).ravel(), "b", sess.run(b))
    print(sess.run(prediction, feed_dict={x: [[1.0, 1.0]]}))

import os
import tempfile

import tensorflow as tf

model_path = os.path.join(tempfile.mkdtemp(), "model.ckpt")
weights = {"h1": tf.Variable([[1.0, -2.0]]), "out": tf.Variable([[0.5], [0.25]])}
biases = {"b1": tf.Variable([0.1, 0.2]), "out": tf.Variable([0.3])}
x = tf.placeholder(tf.float32, [None, 1])
y = tf.placeholder(tf.float32, [None, 1])
layer_1 = tf.matmul(x, weights["h1"]) + biases["b1"]
pred = tf.matmul(layer_1, weights["out"]) + biases["out"]
cost = tf.reduce_mean(tf.square(pred - y))
optimizer = tf.train.AdamOptimizer(0.1).minimize(cost)
init = tf.global_variables_initializer()

# 'Saver' op to save and restore all the variables
saver = tf.train.Saver()

print("Starting 1st session...")
with tf.Session() as sess:
    sess.run(init)
    for epoch in range(3):
        _, c = sess.run([optimizer, cost], feed_dict={x: [[1.0], [2.0]], y: [[3.0], [5.0]]})
        print("Epoch:", epoch, "cost=", "{:.5f}".format(c))
    # Save model weights to disk
    save_path = saver.save(sess, model_path)
    print("Model saved in file: %s" % os.path.basename(save_path))

print("Starting 2nd session...")
with tf.Session() as sess:
    # Initialize variables
    sess.run(init)
    # Restore model weights from previously saved model
    saver.restore(sess, model_path)
    print("Model restored from file: %s" % os.path.basename(save_path))
    for epoch in range(4):
        _, c = sess.run([optimizer, cost], feed_dict={x: [[1.0], [2.0]], y: [[3.0], [5.0]]})
        print("Epoch:", epoch, "cost=", "{:.5f}".format(c))
    print("at 3:", sess.run(pred, feed_dict={x: [[3.0]]}))

import numpy as np
import tensorflow as tf


def main():
    x = tf.placeholder(tf.float32, [None, 4])
    y = tf.placeholder(tf.int64, [None])
    hidden = tf.layers.dense(x, 16, activation=tf.nn.relu, name="hidden1")
    hidden = tf.layers.dense(hidden, 16, activation=tf.nn.relu, kernel_initializer=tf.glorot_uniform_initializer())
    logits = tf.layers.dense(tf.layers.dropout(hidden, 0.5), 2)
    xentropy = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits)
    loss = tf.reduce_mean(xentropy)
    training_op = tf.train.AdamOptimizer().minimize(loss)
    rng = np.random.RandomState(3)
    data = rng.rand(64, 4)
    labels = (data[:, 0] > data[:, 1]).astype(int)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(400):
            sess.run(training_op, feed_dict={x: data, y: labels})
        print("learned:", sess.run(loss, feed_dict={x: data, y: labels}) < 0.3)


main()

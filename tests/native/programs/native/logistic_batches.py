from __future__ import print_function

import numpy as np
import tensorflow as tf


def next_batch(data, labels, number, size):
    start = number * size % len(data)
    return data[start:start + size], labels[start:start + size]


rng = np.random.RandomState(7)
features = rng.rand(60, 10).astype("float32")
labels = np.eye(3)[(features[:, :3].argmax(1))]

# Parameters
learning_rate = 0.5
training_epochs = 6
batch_size = 20

x = tf.placeholder(tf.float32, [None, 10])  # ten features
y = tf.placeholder(tf.float32, [None, 3])  # three classes

# Set model weights
W = tf.Variable(tf.zeros([10, 3]))
b = tf.Variable(tf.zeros([3]))

# Construct model
pred = tf.nn.softmax(tf.matmul(x, W) + b)  # Softmax

# Minimize error using cross entropy
cost = tf.reduce_mean(-tf.reduce_sum(y * tf.log(pred), reduction_indices=1))
optimizer = tf.train.GradientDescentOptimizer(learning_rate).minimize(cost)

init = tf.global_variables_initializer()

with tf.Session() as sess:
    sess.run(init)

    # Training cycle
    for epoch in range(training_epochs):
        avg_cost = 0.
        total_batch = int(len(features) / batch_size)
        # Loop over all batches
        for i in range(total_batch):
            batch_xs, batch_ys = next_batch(features, labels, i, batch_size)
            # Run optimization op (backprop) and cost op (to get loss value)
            _, c = sess.run([optimizer, cost], feed_dict={x: batch_xs,
                                                          y: batch_ys})
            # Compute average loss
            avg_cost += c / total_batch
        # Display logs per epoch step
        print("Epoch:", '%04d' % (epoch + 1), "cost=", "{:.9f}".format(avg_cost))

    print("Optimization Finished!")

    # Test model
    correct_prediction = tf.equal(tf.argmax(pred, 1), tf.argmax(y, 1))
    # Calculate accuracy
    accuracy = tf.reduce_mean(tf.cast(correct_prediction, tf.float32))
    print("Accuracy:", accuracy.eval({x: features, y: labels}))

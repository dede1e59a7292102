"""Logistic regression, all of it in `main`."""
import numpy as np
import tensorflow as tf

LEARNING_RATE = 0.5
BATCH = 4


def load(count):
    rng = np.random.RandomState(3)
    features = rng.rand(count, 2).astype(np.float32)
    labels = (features.sum(axis=1, keepdims=True) > 1.0).astype(np.float32)
    return features, labels


def affine(inputs, weights, bias):
    """One layer without activation."""
    return tf.matmul(inputs, weights) + bias


def main():
    features, labels = load(16)

    # Inputs
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    y = tf.placeholder(tf.float32, [None, 1], name="y")

    # Model
    w = tf.Variable(tf.zeros([2, 1]), name="w")
    b = tf.Variable(tf.zeros([1]), name="b")
    logits = affine(x, w, b)
    probability = tf.nn.sigmoid(logits)
    loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits))
    accuracy = tf.reduce_mean(tf.cast(tf.equal(tf.round(probability), y), tf.float32))
    train_op = tf.train.GradientDescentOptimizer(LEARNING_RATE).minimize(loss)

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for epoch in range(6):
            for start in range(0, len(features), BATCH):
                feed = {x: features[start:start + BATCH], y: labels[start:start + BATCH]}
                _, now = sess.run([train_op, loss], feed_dict=feed)
            if epoch % 2 == 0:
                print("epoch", epoch, "loss", now)
        print("accuracy", sess.run(accuracy, feed_dict={x: features, y: labels}))
        print(sess.run(probability, feed_dict={x: [[0.1, 0.2], [0.9, 0.8]]}))


if __name__ == "__main__":
    main()

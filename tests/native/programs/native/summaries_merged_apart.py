import tempfile

import numpy as np
import tensorflow as tf

from helpers.events import show

rng = np.random.RandomState(2)
points = rng.rand(12, 2).astype(np.float32)
values = (points @ np.array([[1.0], [3.0]])).astype(np.float32)


def main():
    logs = tempfile.mkdtemp()
    X = tf.placeholder(tf.float32, [None, 2])
    Y = tf.placeholder(tf.float32, [None, 1])
    W = tf.Variable(tf.ones([2, 1]))
    out = tf.matmul(X, W)
    cost = tf.reduce_mean(tf.square(out - Y))
    worst = tf.reduce_max(tf.abs(out - Y))

    with tf.name_scope("train"):
        s1 = tf.summary.scalar("cost", cost)
        s2 = tf.summary.histogram("outputs", out)
        train_summary = tf.summary.merge([s1, s2])
    with tf.name_scope("test"):
        test_summary = tf.summary.scalar("worst", worst)
    step = tf.train.AdamOptimizer(0.1).minimize(cost)

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        writer = tf.summary.FileWriter(logs, sess.graph)
        for i in range(6):
            c, s, _ = sess.run([cost, train_summary, step], {X: points[:8], Y: values[:8]})
            writer.add_summary(s, i)
            if i % 3 == 2:
                s = sess.run(test_summary, {X: points[8:], Y: values[8:]})
                writer.add_summary(s, i)
                print(i, c)
        writer.close()
    show(logs)


if __name__ == "__main__":
    main()

import numpy as np
import tensorflow as tf

flags = tf.app.flags
FLAGS = flags.FLAGS
flags.DEFINE_integer("steps", 4, "how many steps")
flags.DEFINE_float("rate", 0.2, "learning rate")


def main(_):
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.Variable([[1.0], [-1.0]])
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 3.0))
    train = tf.train.AdamOptimizer(FLAGS.rate).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for i in range(FLAGS.steps):
            _, now = sess.run([train, loss], feed_dict={x: [[1, 2], [3, 4]]})
            print("step", i, now)


if __name__ == "__main__":
    tf.app.run()

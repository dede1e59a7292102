import argparse

import numpy as np
import tensorflow as tf


def train(args):
    inputs = np.linspace(-1, 1, 20).reshape(-1, 1)
    targets = 2 * inputs + 0.5
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 1])
        y = tf.placeholder(tf.float32, [None, 1])
        with tf.name_scope("layer"):
            w = tf.Variable([[0.0]])
            b = tf.Variable([0.0])
            prediction = args.scale * tf.matmul(x, w) + b
        loss = tf.reduce_mean(tf.square(prediction - y))
        optimizer = tf.train.AdamOptimizer(args.rate)
        train_op = optimizer.minimize(loss)
        init = tf.global_variables_initializer()
        sess = tf.Session()
        sess.run(init)
        for step in range(args.steps):
            _, now = sess.run([train_op, loss], {x: inputs, y: targets})
            if step % 5 == 0:
                print("%d: %.5f" % (step, now))
        final = sess.run([w, b])
        sess.close()
    return final


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", type=float, default=0.1)
    parser.add_argument("--scale", type=float, default=0.5)
    parser.add_argument("--steps", type=int, default=16)
    final = train(parser.parse_args())
    print(final)


if __name__ == "__main__":
    main()

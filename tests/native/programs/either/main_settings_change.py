import argparse

import numpy as np
import tensorflow as tf

tf.app.flags.DEFINE_float("bias", 1.0, "what is added")
FLAGS = tf.app.flags.FLAGS
SIZES = [2, 3]


def main(args):
    x = tf.placeholder(tf.float32, [None])
    y = x * args.scale + FLAGS.bias
    z = y * args.factors[0]
    args.scale = 100.0
    args.factors[0] = 50.0
    FLAGS.bias = 30.0
    with tf.Session() as sess:
        print(sess.run(y, {x: [1, 2]}))
        print(sess.run(z, {x: [1, 2]}))


given = argparse.Namespace(scale=2.0, factors=[3.0])
main(given)

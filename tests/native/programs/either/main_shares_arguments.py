import argparse

import tensorflow as tf

given = argparse.Namespace(scale=2.0)


def spoil():
    given.scale = 50.0


def main(args):
    x = tf.placeholder(tf.float32, [None])
    y = x * args.scale
    spoil()
    with tf.Session() as sess:
        print(sess.run(y, {x: [1, 2]}))


main(given)

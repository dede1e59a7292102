import sys

import tensorflow as tf


def main(argv=None):
    if argv is not None and len(argv) > 5:
        print("too many")
        return 1
    a = tf.placeholder(tf.float32, [])
    b = tf.Variable(2.0)
    c = a * b
    global total
    total = 0.0
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    try:
        for i in range(3):
            total += sess.run(c, feed_dict={a: i})
        return 0
    finally:
        print("total", total)
        sess.close()


if __name__ == "__main__":
    sys.exit(main())

import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()


def main():
    w = tf.Variable([1.0], name="w")
    saver = tf.train.Saver()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run(w))
        saver.restore(sess, os.path.join(folder, "model.ckpt"))  # refused: error
        print(sess.run(w))


try:
    main()
except ValueError as error:
    print(str(error).partition(":")[0])

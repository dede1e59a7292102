import os

import tensorflow as tf


def main():
    folder = os.path.join(os.getcwd(), "of_main")
    with tf.Session() as sess:
        sess.run(init)
        for i in range(7):
            sess.run(double)
            saver.save(sess, os.path.join(folder, "m"), global_step=i)
        print(sess.run(w), [os.path.exists(os.path.join(folder, "m-%d.index" % i)) for i in range(7)])


w = tf.Variable([1.0], name="w")
double = tf.assign(w, w * 2)
init = tf.global_variables_initializer()
saver = tf.train.Saver()

if __name__ == "__main__":
    main()

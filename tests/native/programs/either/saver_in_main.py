import os
import tempfile

import tensorflow as tf

flags = tf.app.flags
FLAGS = flags.FLAGS
flags.DEFINE_string("train_dir", os.path.join(tempfile.mkdtemp(), "logs"), "Where checkpoints go.")
flags.DEFINE_integer("steps", 20, "How many steps.")


def main(_):
    if not os.path.exists(FLAGS.train_dir):
        os.makedirs(FLAGS.train_dir)
    x = tf.placeholder(tf.float32, [None])
    slope = tf.Variable(0.0, name="slope")
    loss = tf.reduce_mean(tf.square(slope * x - 3.0 * x))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    saver = tf.train.Saver(max_to_keep=1)
    best = 1e9
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(FLAGS.steps):
            _, value = sess.run([train_op, loss], feed_dict={x: [1.0, 2.0]})
            if value < best and step % 5 == 0:
                best = value
                saver.save(sess, os.path.join(FLAGS.train_dir, "best.ckpt"))
                print("step", step, "best", value)
        print("index", os.path.exists(os.path.join(FLAGS.train_dir, "best.ckpt.index")))
        saver.restore(sess, os.path.join(FLAGS.train_dir, "best.ckpt"))
        print("slope of the best", sess.run(slope))


if __name__ == "__main__":
    tf.app.run()

import os

import tensorflow as tf

os.chdir(os.path.dirname(os.path.abspath(__file__)))

weights = {"hidden": tf.Variable([[0.5, -1.0]]), "out": tf.Variable([[1.0], [2.0]])}
x = tf.placeholder(tf.float32, [None, 1])
out = tf.matmul(tf.matmul(x, weights["hidden"]), weights["out"])
loss = tf.reduce_mean(tf.square(out - 1.0))
train_op = tf.train.AdagradOptimizer(0.1).minimize(loss)
saver = tf.train.Saver(max_to_keep=1)


def main():
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        latest = tf.train.latest_checkpoint("logs")
        if latest:
            saver.restore(sess, latest)
            print("from", latest)
        for _ in range(3):
            sess.run(train_op, feed_dict={x: [[1.0], [2.0]]})
        print(sess.run([loss, weights["hidden"]], feed_dict={x: [[1.0]]}))
        first = 0 if latest is None else int(latest.split("-")[-1]) + 1
        saver.save(sess, os.path.join("logs", "model"), global_step=first)


if __name__ == "__main__":
    main()

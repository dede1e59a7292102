import tensorflow as tf

flags = tf.app.flags
FLAGS = flags.FLAGS
flags.DEFINE_float("rate", 0.1, "learning rate")


def train(steps):
    w = tf.Variable(tf.random_normal([2], seed=4))
    loss = tf.reduce_sum(tf.square(w))
    train_op = tf.train.GradientDescentOptimizer(FLAGS.rate).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(steps):
            sess.run(train_op)
        return sess.run(w)


def main(_):
    tf.set_random_seed(7)
    print(train(3))


if __name__ == "__main__":
    tf.app.run()

import numpy as np
import tensorflow as tf

xs = np.linspace(-1, 1, 16).reshape(16, 1).astype(np.float32)
ys = 2 * xs + 1


def main():
    x, y = tf.train.slice_input_producer([xs, ys], shuffle=False)
    x_batch, y_batch = tf.train.batch([x, y], batch_size=4)
    w = tf.Variable([[0.0]])
    b = tf.Variable([0.0])
    loss = tf.reduce_mean(tf.square(tf.matmul(x_batch, w) + b - y_batch))
    train_op = tf.train.GradientDescentOptimizer(0.2).minimize(loss)

    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=sess, coord=coord)
        for step in range(30):
            _, value = sess.run([train_op, loss])
            if step % 10 == 9:
                print("step %d loss %.5f" % (step, value))
        coord.request_stop()
        coord.join(threads)


if __name__ == "__main__":
    main()

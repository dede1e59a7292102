import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None])
w = tf.Variable(tf.ones([3, 1]))
output = tf.squeeze(tf.matmul(x, w), axis=1)
loss = tf.reduce_mean(tf.abs(output - y))
train = tf.train.AdagradOptimizer(0.3).minimize(loss)


def main(_):
    data = np.arange(12.0).reshape(4, 3)
    target = data.max(axis=1)
    best = tf.reduce_max(output)
    with tf.Session() as sess:
        tf.global_variables_initializer().run()
        for step in range(5):
            _, now = sess.run([train, loss], feed_dict={x: data, y: target})
            print(step, now, best.eval(feed_dict={x: data}))
    print("done")


if __name__ == "__main__":
    tf.app.run(main=main)

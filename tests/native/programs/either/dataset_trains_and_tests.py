import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
xs = rng.rand(12, 2).astype(np.float32)
ys = xs.sum(axis=1, keepdims=True)
x_given = tf.placeholder(xs.dtype, xs.shape)
y_given = tf.placeholder(ys.dtype, ys.shape)
batch_size = tf.placeholder(tf.int64)
dataset = tf.data.Dataset.from_tensor_slices((x_given, y_given)).batch(batch_size).repeat()
iterator = dataset.make_initializable_iterator()
x, y = iterator.get_next()
w = tf.Variable(tf.zeros([2, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)

EPOCHS, SIZE = 3, 4
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(iterator.initializer, feed_dict={x_given: xs, y_given: ys, batch_size: SIZE})
    for i in range(EPOCHS):
        tot_loss = 0
        for _ in range(3):
            _, loss_value = sess.run([train_op, loss])
            tot_loss += loss_value
        print("Iter: {}, Loss: {:.4f}".format(i, tot_loss / 3))
    sess.run(iterator.initializer, feed_dict={x_given: xs, y_given: ys, batch_size: 12})
    print("Test Loss: {:.4f}".format(sess.run(loss)))

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(3)
data = rng.rand(25, 4).astype(np.float32)
label = (data.sum(axis=1, keepdims=True) > 2).astype(np.float32)


def get_weight(initial, lambda_):
    var = tf.Variable(initial, dtype=tf.float32)
    tf.add_to_collection('losses', lambda_ * tf.nn.l2_loss(var))
    return var


x = tf.placeholder(tf.float32, shape=(None, 4))
y_ = tf.placeholder(tf.float32, shape=(None, 1))

w1 = get_weight(rng.randn(4, 5), 0.003)
w2 = get_weight(rng.randn(5, 1), 0.003)
y = tf.matmul(tf.nn.relu(tf.matmul(x, w1)), w2)

mse_loss = tf.reduce_mean(tf.square(y_ - y))
tf.add_to_collection('losses', mse_loss)
loss = tf.add_n(tf.get_collection('losses'))

train_step = tf.train.AdamOptimizer(0.01).minimize(loss)

with tf.Session() as sess:
    tf.global_variables_initializer().run()
    for i in range(50):
        sess.run(train_step, feed_dict={x: data, y_: label})
        if i % 10 == 0:
            print("After %d steps, loss: %f, mse: %f" % ((i,) + tuple(sess.run([loss, mse_loss], feed_dict={x: data, y_: label}))))

import numpy as np
import tensorflow as tf

xs = np.linspace(-1, 1, 20)[:, np.newaxis]
ys = np.power(xs, 2)

tf_x = tf.placeholder(tf.float32, xs.shape)
tf_y = tf.placeholder(tf.float32, ys.shape)
weights = tf.Variable(np.full((1, 1), 0.1), dtype=tf.float32)
bias = tf.Variable(0.0)
loss = tf.losses.mean_squared_error(tf_y, tf.square(tf_x) * weights + bias)

global_step = tf.Variable(0, trainable=False, name="global_step")
learning_rate = tf.train.exponential_decay(0.4, global_step, 10, 0.8, staircase=True)
train_op = tf.train.GradientDescentOptimizer(learning_rate).minimize(loss, global_step=global_step)

sess = tf.Session()
sess.run(tf.global_variables_initializer())
for _ in range(5):
    for _ in range(6):
        sess.run(train_op, {tf_x: xs, tf_y: ys})
    step, rate, now = sess.run([global_step, learning_rate, loss], {tf_x: xs, tf_y: ys})
    print("step {} rate {:.4f} loss {:.6f}".format(step, rate, now))
print(sess.run(weights), sess.run(bias))

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(12)
x = np.linspace(-1, 1, 30)[:, np.newaxis]
y = np.power(x, 2) + rng.normal(0, 0.05, size=x.shape)

tf_x = tf.placeholder(tf.float32, x.shape)
tf_y = tf.placeholder(tf.float32, y.shape)

# neural network layers
start = tf.constant_initializer(rng.normal(0, 0.5, (1, 10)))
l1 = tf.layers.dense(tf_x, 10, tf.nn.relu, kernel_initializer=start)
output = tf.layers.dense(l1, 1, kernel_initializer=tf.constant_initializer(0.1), name="output")

loss = tf.losses.mean_squared_error(tf_y, output)
optimizer = tf.train.GradientDescentOptimizer(learning_rate=0.5)
train_op = optimizer.minimize(loss)

sess = tf.Session()
sess.run(tf.global_variables_initializer())

for step in range(50):
    # train and net output
    _, l, pred = sess.run([train_op, loss, output], {tf_x: x, tf_y: y})
    if step % 10 == 0:
        print("loss %.5f" % l, "at the ends", pred[0], pred[-1])

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None, 1])
rate = tf.placeholder(tf.float32, [])
w = tf.Variable([[0.2], [0.4]])
pred = tf.matmul(x, w)
loss = tf.losses.mean_squared_error(y, pred)
train = tf.train.GradientDescentOptimizer(rate).minimize(loss)
hits = tf.reduce_mean(tf.cast(tf.abs(pred - y) < 0.5, tf.float32))
data = np.arange(8.0).reshape(4, 2) / 4
target = data[:, :1] - data[:, 1:]
sess = tf.InteractiveSession()
tf.global_variables_initializer().run()
for i in range(6):
    if i % 2 == 0:
        train_accuracy = hits.eval(feed_dict={x: data, y: target})
        print("step %d, accuracy %g, loss %g" % (i, train_accuracy, loss.eval({x: data, y: target})))
    train.run(feed_dict={x: data[i % 4:i % 4 + 1], y: target[i % 4:i % 4 + 1], rate: 0.1 / (i + 1)})
print(w.eval(), pred.eval({x: [[1, 1]]}))

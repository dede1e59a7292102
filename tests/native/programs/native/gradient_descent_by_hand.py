import numpy as np
import tensorflow as tf

X = tf.placeholder(tf.float32, [None, 2])
Y = tf.placeholder(tf.float32, [None])
weights = tf.Variable([[0.3], [-0.2]])
bias = tf.Variable(0.1)
rate = tf.placeholder(tf.float32, [])

guess = tf.squeeze(tf.matmul(X, weights), 1) + bias
mistake = tf.reduce_mean(tf.square(guess - Y))
grads = tf.gradients(mistake, [weights, bias])
of_weights = grads[0]
of_bias = grads[1]
change_weights = tf.assign(weights, weights - rate * of_weights)
change_bias = bias.assign_sub(rate * of_bias)

xs = np.array([[1.0, 2.0], [0.5, -1.0], [2.0, 0.0]])
ys = xs.dot([2.0, -1.0]) + 0.5
session = tf.Session()
session.run(tf.global_variables_initializer())
for i in range(20):
    session.run([change_weights, change_bias], feed_dict={X: xs, Y: ys, rate: 0.2 if i < 10 else 0.1})
    if i % 5 == 0:
        print(session.run([weights, bias]))
        print(session.run([mistake, of_bias], feed_dict={X: xs, Y: ys}))

# Two small models, one after the other.
import numpy as np
import tensorflow as tf
from tensorflow.python.framework import ops

ops.reset_default_graph()

# Regression
sess = tf.Session()
x_vals = np.linspace(0.5, 1.5, 10)
y_vals = np.repeat(10., 10)
x_data = tf.placeholder(shape=[1], dtype=tf.float32)
y_target = tf.placeholder(shape=[1], dtype=tf.float32)

A = tf.Variable(tf.constant([2.0]))
my_output = tf.multiply(x_data, A)
loss = tf.square(my_output - y_target)
init = tf.global_variables_initializer()
sess.run(init)

my_opt = tf.train.GradientDescentOptimizer(0.02)
train_step = my_opt.minimize(loss)
for i in range(10):
    sess.run(train_step, feed_dict={x_data: [x_vals[i]], y_target: [y_vals[i]]})
    if i % 5 == 0:
        print('Step #' + str(i + 1) + ' A = ' + str(sess.run(A)))
        print('Loss = ' + str(sess.run(loss, feed_dict={x_data: [x_vals[i]], y_target: [y_vals[i]]})))

# Classification
ops.reset_default_graph()

# Create graph
sess = tf.Session()
x_vals = np.concatenate((np.linspace(-2, 0, 5), np.linspace(2, 4, 5)))
y_vals = np.concatenate((np.repeat(0., 5), np.repeat(1., 5)))
x_data = tf.placeholder(shape=[1], dtype=tf.float32)
y_target = tf.placeholder(shape=[1], dtype=tf.float32)

A = tf.Variable(tf.constant([-10.0]))
my_output = tf.add(x_data, A)
my_output_expanded = tf.expand_dims(my_output, 0)
init = tf.global_variables_initializer()
sess.run(init)

xentropy = tf.nn.sigmoid_cross_entropy_with_logits(logits=my_output_expanded, labels=tf.expand_dims(y_target, 0))
my_opt = tf.train.GradientDescentOptimizer(0.05)
train_step = my_opt.minimize(xentropy)
for i in range(20):
    at = i * 7 % 10
    sess.run(train_step, feed_dict={x_data: [x_vals[at]], y_target: [y_vals[at]]})
    if i % 10 == 9:
        print('Step #' + str(i + 1) + ' A = ' + str(sess.run(A)))

predictions = []
for i in range(len(x_vals)):
    prediction = sess.run(tf.round(tf.sigmoid(my_output)), feed_dict={x_data: [x_vals[i]]})
    predictions.append(prediction[0])
print('Accuracy = ' + str(sum(a == b for a, b in zip(predictions, y_vals)) / 10.))

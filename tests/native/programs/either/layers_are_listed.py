import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
with tf.variable_scope("first"):
    a = tf.layers.dense(x, 3, kernel_initializer=tf.constant_initializer(0.5), name="a")
with tf.variable_scope("second"):
    b = tf.layers.dense(a, 1, kernel_initializer=tf.constant_initializer(-0.5), name="a")
variables = tf.trainable_variables()
loss = tf.reduce_mean(tf.square(b - 1.0))
grads = tf.gradients(loss, variables)
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, var_list=variables[2:])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train, {x: np.eye(2)})
    print([v.name for v in variables], sess.run(loss, {x: np.eye(2)}), sess.run(grads[0], {x: np.eye(2)}))
    print(sess.run(variables[0]), len(tf.global_variables()))

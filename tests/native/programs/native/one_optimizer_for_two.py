import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
D1 = tf.Variable([[1.0], [0.5]])
D2 = tf.Variable([0.1])
G1 = tf.Variable([[-1.0], [2.0]])
theta_D = [D1, D2]
theta_G = [G1]
d_out = tf.matmul(x, D1) + D2
g_out = tf.div(tf.matmul(x, G1), 2.0)
d_loss = tf.reduce_mean(tf.square(d_out - g_out))
g_loss = tf.reduce_mean(tf.square(g_out - 1.0)) + 0.1 * d_loss
all_loss = d_loss + g_loss

solver = tf.train.AdamOptimizer(learning_rate=0.05)
d_solver = solver.minimize(d_loss, var_list=theta_D)
g_solver = solver.minimize(g_loss, var_list=theta_G)
both = tf.train.RMSPropOptimizer(0.01).minimize(all_loss, var_list=theta_D + theta_G)

data = np.array([[1.0, 2.0], [0.5, -1.0], [0.3, 0.3]])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(8):
        _, d = sess.run([d_solver, d_loss], feed_dict={x: data})
        _, g = sess.run([g_solver, g_loss], feed_dict={x: data})
        _, whole = sess.run([both, all_loss], feed_dict={x: data})
        print(i, d, g, whole)
    print(sess.run([D1, D2, G1]))
    print(sess.run(tf.div(7, 2)), sess.run(tf.div(tf.constant(7.0), tf.constant(2.0))))

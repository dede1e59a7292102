import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 6], name="x")
net = tf.layers.dense(x, 2 * 2 * 3, use_bias=False, kernel_initializer=tf.constant_initializer(np.linspace(-1, 1, 72)))
net = tf.reshape(net, [-1, 2, 2, 3])
net = tf.layers.conv2d_transpose(net, 2, 3, strides=2, padding="same",
                                 kernel_initializer=tf.constant_initializer(np.linspace(-0.5, 0.5, 54)))
net = tf.nn.leaky_relu(net)
net = tf.layers.conv2d_transpose(net, 1, [2, 2], (1, 1), "valid", activation=tf.nn.sigmoid,
                                 kernel_initializer=tf.ones_initializer())
loss = tf.reduce_mean(tf.square(net - 0.25))
train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(5):
        _, value = sess.run([train, loss], {x: np.eye(6)})
        print(value)
    print(sess.run(net, {x: np.eye(6)[:1]}).shape)

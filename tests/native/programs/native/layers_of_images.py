"""Two convolutions and two dense layers, as the tutorials have them."""
import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
images = rng.rand(8, 64).astype(np.float32)
target = np.eye(4)[np.arange(8) % 4]

X = tf.placeholder(tf.float32, [None, 64])
Y = tf.placeholder(tf.float32, [None, 4])

with tf.name_scope("features"):
    shaped = tf.reshape(X, [-1, 8, 8, 1])
    # Convolution Layer with 6 filters and a kernel size of 3
    conv1 = tf.layers.conv2d(shaped, 6, [3, 3], padding="SAME", activation=tf.nn.relu,
                             kernel_initializer=tf.truncated_normal_initializer(stddev=0.2, seed=11),
                             bias_initializer=tf.constant_initializer(0.1), name="conv1")
    pool1 = tf.layers.average_pooling2d(inputs=conv1, pool_size=[2, 2], strides=2, padding="same")
    conv2 = tf.layers.conv2d(inputs=pool1, filters=5, kernel_size=2, strides=(2, 1), use_bias=False,
                             kernel_initializer=tf.random_normal_initializer(0.1, 0.3, seed=12))
    pool2 = tf.layers.max_pooling2d(tf.nn.relu(conv2), pool_size=(1, 2), strides=1)
flat = tf.layers.flatten(pool2)
fc1 = tf.layers.dense(flat, 7, activation=tf.nn.tanh, kernel_initializer=tf.random_uniform_initializer(-0.4, 0.4, seed=13))
logits = tf.layers.dense(fc1, 4, kernel_initializer=tf.random_normal_initializer(seed=14), name="out")
loss = tf.losses.softmax_cross_entropy(Y, logits)
train = tf.train.GradientDescentOptimizer(0.2).minimize(loss)
accuracy = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1), tf.argmax(Y, 1)), tf.float32))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(15):
        sess.run(train, {X: images, Y: target})
        if i % 5 == 0:
            print(i, sess.run([loss, accuracy], {X: images, Y: target}))
    print(sess.run(logits[:2], {X: images}))

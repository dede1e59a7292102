import numpy as np
import tensorflow as tf

images = np.random.RandomState(6).rand(6, 8, 8, 1).astype(np.float32)
digits = np.array([0, 1, 2, 0, 1, 2])

x = tf.placeholder(tf.float32, [None, 8, 8, 1])
labels = tf.placeholder(tf.int64, [None])

net = tf.layers.conv2d(x, 4, 3, activation=tf.nn.relu, padding="same",
                       kernel_initializer=tf.constant_initializer(np.linspace(-0.3, 0.3, 36)))
net = tf.layers.max_pooling2d(net, 2, 2)
net = tf.layers.flatten(net)
logits = tf.layers.dense(net, 3, kernel_initializer=tf.constant_initializer(np.linspace(-0.1, 0.1, 192)))

cost = tf.losses.sparse_softmax_cross_entropy(labels=labels, logits=logits)
train_op = tf.train.AdamOptimizer(0.01).minimize(cost)
hits = tf.reduce_sum(tf.cast(tf.equal(tf.argmax(logits, 1), labels), tf.int32))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(20):
        _, loss = sess.run([train_op, cost], feed_dict={x: images, labels: digits})
        if epoch % 5 == 0:
            print("epoch", epoch, "loss", loss, "right", sess.run(hits, feed_dict={x: images, labels: digits}))

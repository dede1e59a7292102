import numpy as np
import tensorflow as tf

words = tf.placeholder(tf.int32, [None])
target = tf.placeholder(tf.float32, [None, 3])
table = tf.Variable(np.linspace(-1, 1, 30).reshape(10, 3), dtype=tf.float32)
scale = tf.Variable(tf.ones([3]))
picked = tf.nn.embedding_lookup(table, words)
loss = tf.reduce_mean(tf.square(picked * scale - target))
train = tf.train.AdamOptimizer(0.1).minimize(loss)

goal = np.array([[1.0, 0.0, -1.0]] * 4)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(9):
        # A row that is looked up twice, and rows that are looked up now and then.
        batch = [[0, 1, 1, 2], [3, 4, 5, 0], [9, 1, 2, 3]][i % 3]
        _, value = sess.run([train, loss], {words: batch, target: goal})
        print(i, value)
    print(sess.run(table))
    print(sess.run(scale))

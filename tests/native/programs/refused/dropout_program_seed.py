import tensorflow as tf

tf.set_random_seed(777)
x = tf.placeholder(tf.float32, [None, 4])
keep = tf.placeholder(tf.float32)
w = tf.Variable(tf.ones([4, 1]))
y = tf.matmul(tf.nn.dropout(x, keep_prob=keep), w)  # refused: seed

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(y, {x: [[1.0, 2.0, 3.0, 4.0]] * 3, keep: 0.5}))

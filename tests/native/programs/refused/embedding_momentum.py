import tensorflow as tf

ids = tf.placeholder(tf.int32, [None])
table = tf.Variable(tf.ones([5, 2]))
loss = tf.reduce_sum(tf.square(tf.nn.embedding_lookup(table, ids) - 3.0))
# Of a row that is not looked up, TensorFlow 1 leaves the momentum alone.
train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)  # refused: Momentum

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for batch in ([0, 1], [1, 2], [4, 4], [0, 3]):
        sess.run(train, {ids: batch})
    print(sess.run(table))

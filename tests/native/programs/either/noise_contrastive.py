import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.int32, shape=[None])
y = tf.placeholder(tf.int32, shape=[None, 1])
embeddings = tf.Variable(tf.random_uniform([20, 4], -1.0, 1.0))
nce_weights = tf.Variable(tf.random_normal([20, 4]))
nce_biases = tf.Variable(tf.zeros([20]))
embed = tf.nn.embedding_lookup(embeddings, x)
loss = tf.reduce_mean(
    tf.nn.nce_loss(weights=nce_weights, biases=nce_biases, labels=y, inputs=embed, num_sampled=5, num_classes=20))
train = tf.train.AdagradOptimizer(0.5).minimize(loss)
norm = tf.sqrt(tf.reduce_sum(tf.square(embeddings), 1, keep_dims=True))
similar = tf.matmul(embed / tf.nn.embedding_lookup(norm, x), embeddings / norm, transpose_b=True)

inputs = np.arange(40) % 20
labels = ((inputs + 1) % 20).reshape(-1, 1)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    first = sess.run(loss, feed_dict={x: inputs, y: labels})
    for step in range(300):
        _, last = sess.run([train, loss], feed_dict={x: inputs, y: labels})
    print(last < first / 2, sess.run(similar, {x: [3]}).shape)
    print(sess.run(similar, {x: [3]})[0, 3].round(3))

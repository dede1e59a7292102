import tensorflow as tf

# Each op starts the stream of its seed anew: both layers begin with the same numbers.
W1 = tf.Variable(tf.random_normal([2, 2], seed=1))
W2 = tf.Variable(tf.random_normal([2, 2], seed=1))  # refused: seed
difference = W1 - W2

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(difference))

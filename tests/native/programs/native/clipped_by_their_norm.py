import numpy as np
import tensorflow as tf

rng = np.random.RandomState(5)
inputs = rng.rand(12, 4).astype(np.float32)
targets = (inputs.sum(axis=1, keepdims=True) * 3 - 2).astype(np.float32)

x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
steps = tf.Variable(0, name="steps", trainable=False)

W1 = tf.Variable(rng.randn(4, 5).astype(np.float32))
b1 = tf.Variable(tf.zeros([5]))
W2 = tf.Variable(rng.randn(5, 1).astype(np.float32))
output = tf.matmul(tf.nn.tanh(tf.matmul(x, W1) + b1), W2)
loss = tf.reduce_mean(tf.square(output - y))

# Clip the gradients by their common norm.
tvars = tf.trainable_variables()
grads, _ = tf.clip_by_global_norm(tf.gradients(loss, tvars), 0.5)
optimizer = tf.train.AdamOptimizer(0.05)
train_op = optimizer.apply_gradients(zip(grads, tvars), global_step=steps)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(15):
        _, value, count = sess.run([train_op, loss, steps], feed_dict={x: inputs, y: targets})
        if i % 5 == 4:
            print(i, count, value)
    print(sess.run(output, {x: inputs[:3]}).ravel())
    print(sess.run(b1))

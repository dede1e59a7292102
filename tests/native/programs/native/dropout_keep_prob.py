import numpy as np
import tensorflow as tf

rng = np.random.RandomState(9)
inputs = rng.rand(16, 12).astype(np.float32)
outputs = inputs.mean(axis=1, keepdims=True)

X = tf.placeholder(tf.float32, [None, 12])
Y = tf.placeholder(tf.float32, [None, 1])
keep_prob = tf.placeholder(tf.float32)

W1 = tf.Variable(rng.randn(12, 6) * 0.3, dtype=tf.float32)
L1 = tf.nn.relu(tf.matmul(X, W1))
L1 = tf.nn.dropout(L1, keep_prob, seed=21)
W2 = tf.Variable(rng.randn(6, 1) * 0.3, dtype=tf.float32)
hypothesis = tf.matmul(L1, W2)

cost = tf.reduce_mean(tf.square(hypothesis - Y))
train = tf.train.AdamOptimizer(learning_rate=0.01).minimize(cost)

sess = tf.Session()
sess.run(tf.global_variables_initializer())

for epoch in range(4):
    total = 0
    for i in range(0, 16, 4):
        c, _ = sess.run([cost, train], feed_dict={X: inputs[i:i + 4], Y: outputs[i:i + 4], keep_prob: 0.7})
        total += c / 4
    print('Epoch:', '%02d' % (epoch + 1), 'cost =', '{:.6f}'.format(total))

print('Learning Finished!')
print('Error:', sess.run(cost, feed_dict={X: inputs, Y: outputs, keep_prob: 1}))
print(sess.run(W2).ravel())

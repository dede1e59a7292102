import numpy as np
import tensorflow as tf

learning_rate = 0.01
num_steps = 30
n_input, n_hidden, n_classes = 6, 8, 2

rng = np.random.RandomState(5)
data = rng.rand(40, n_input).astype(np.float32)
target = np.eye(n_classes)[(data.sum(1) > 3).astype(int)]

X = tf.placeholder("float", [None, n_input])
Y = tf.placeholder("float", [None, n_classes])

# Store layers weight & bias
weights = {
    'h1': tf.Variable(tf.random_normal([n_input, n_hidden], seed=1)),
    'out': tf.Variable(tf.random_normal([n_hidden, n_classes], seed=2))
}
biases = {
    'b1': tf.Variable(tf.zeros([n_hidden])),
    'out': tf.Variable(tf.zeros([n_classes]))
}


# Create model
def neural_net(x):
    layer_1 = tf.nn.relu(tf.add(tf.matmul(x, weights['h1']), biases['b1']))
    # Output fully connected layer with a neuron for each class
    out_layer = tf.matmul(layer_1, weights['out']) + biases['out']
    return out_layer


logits = neural_net(X)
prediction = tf.nn.softmax(logits)

# Define loss and optimizer
loss_op = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(logits=logits, labels=Y))
optimizer = tf.train.AdamOptimizer(learning_rate=learning_rate)
train_op = optimizer.minimize(loss_op)

# Evaluate model
correct_pred = tf.equal(tf.argmax(prediction, 1), tf.argmax(Y, 1))
accuracy = tf.reduce_mean(tf.cast(correct_pred, tf.float32))

init = tf.global_variables_initializer()

with tf.Session() as sess:
    sess.run(init)

    for step in range(1, num_steps + 1):
        sess.run(train_op, feed_dict={X: data, Y: target})
        if step % 10 == 0 or step == 1:
            # Calculate batch loss and accuracy
            loss, acc = sess.run([loss_op, accuracy], feed_dict={X: data, Y: target})
            print("Step " + str(step) + ", Loss= " + "{:.4f}".format(loss) + ", Accuracy= " + "{:.3f}".format(acc))

    print("Testing Accuracy:", sess.run(accuracy, feed_dict={X: data[:10], Y: target[:10]}))

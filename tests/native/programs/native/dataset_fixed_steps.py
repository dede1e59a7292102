import numpy as np
import tensorflow as tf

batch_size = 4
images = np.random.RandomState(3).rand(10, 3).astype(np.float32)
labels = np.eye(2, dtype=np.float32)[np.arange(10) % 2]

sess = tf.Session()

# Create a dataset tensor from the images and the labels
dataset = tf.data.Dataset.from_tensor_slices((images, labels))
# Automatically refill the data queue when empty
dataset = dataset.repeat()
dataset = dataset.batch(batch_size)
dataset = dataset.prefetch(batch_size)

iterator = dataset.make_initializable_iterator()
sess.run(iterator.initializer)
X, Y = iterator.get_next()

W = tf.Variable(tf.zeros([3, 2]))
b = tf.Variable(tf.zeros([2]))
logits = tf.matmul(X, W) + b
loss_op = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(logits=logits, labels=Y))
train_op = tf.train.AdamOptimizer(0.05).minimize(loss_op)
correct = tf.equal(tf.argmax(logits, 1), tf.argmax(Y, 1))
accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))

sess.run(tf.global_variables_initializer())
for step in range(1, 21):
    sess.run(train_op)
    if step % 5 == 0:
        # takes the next batch, too
        loss, acc = sess.run([loss_op, accuracy])
        print("Step " + str(step) + ", Loss= {:.4f}".format(loss) + ", Accuracy= {:.3f}".format(acc))

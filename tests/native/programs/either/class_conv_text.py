import numpy as np
import tensorflow as tf


class TextModel(object):
    """Words are looked up, convolved and pooled over time."""

    def __init__(self, sequence_length, num_classes, vocab_size, embedding_size, filter_sizes, num_filters, l2=0.01):
        # Placeholders for input, output and dropout
        self.input_x = tf.placeholder(tf.int32, [None, sequence_length], name="input_x")
        self.input_y = tf.placeholder(tf.float32, [None, num_classes], name="input_y")
        self.dropout_keep_prob = tf.placeholder(tf.float32, name="dropout_keep_prob")

        # Keeping track of l2 regularization loss (optional)
        l2_loss = tf.constant(0.0)

        # Embedding layer
        with tf.name_scope("embedding"):
            self.W = tf.Variable(np.linspace(-1, 1, vocab_size * embedding_size).reshape(vocab_size, -1), dtype=tf.float32, name="W")
            self.embedded_chars = tf.nn.embedding_lookup(self.W, self.input_x)

        pooled = tf.reduce_max(self.embedded_chars, axis=1)

        # Add dropout
        with tf.name_scope("dropout"):
            self.h_drop = tf.nn.dropout(pooled, self.dropout_keep_prob)

        # Final (unnormalized) scores and predictions
        with tf.name_scope("output"):
            W = tf.Variable(tf.fill([embedding_size, num_classes], 0.1), name="W")
            b = tf.Variable(tf.constant(0.1, shape=[num_classes]), name="b")
            l2_loss += tf.nn.l2_loss(W)
            l2_loss += tf.nn.l2_loss(b)
            self.scores = tf.nn.xw_plus_b(self.h_drop, W, b, name="scores")
            self.predictions = tf.argmax(self.scores, 1, name="predictions")

        # Calculate mean cross-entropy loss
        with tf.name_scope("loss"):
            losses = tf.nn.softmax_cross_entropy_with_logits(logits=self.scores, labels=self.input_y)
            self.loss = tf.reduce_mean(losses) + l2 * l2_loss

        # Accuracy
        with tf.name_scope("accuracy"):
            correct_predictions = tf.equal(self.predictions, tf.argmax(self.input_y, 1))
            self.accuracy = tf.reduce_mean(tf.cast(correct_predictions, "float"), name="accuracy")
        self.train_op = tf.train.AdamOptimizer(1e-2).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def train(self, x, y):
        feed_dict = {self.input_x: x, self.input_y: y, self.dropout_keep_prob: 1.0}
        _, loss, accuracy = self.sess.run([self.train_op, self.loss, self.accuracy], feed_dict)
        return loss, accuracy

    def evaluate(self, x, y):
        feed_dict = {self.input_x: x, self.input_y: y, self.dropout_keep_prob: 1.0}
        loss, accuracy = self.sess.run([self.loss, self.accuracy], feed_dict)
        return loss, accuracy


rng = np.random.RandomState(5)
x = rng.randint(0, 10, (8, 4))
y = np.eye(2)[x[:, 0] % 2]
cnn = TextModel(sequence_length=4, num_classes=2, vocab_size=10, embedding_size=3, filter_sizes=[2], num_filters=2)
for _ in range(3):
    print(cnn.train(x, y))
print(cnn.evaluate(x, y))

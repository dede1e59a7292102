import numpy as np
import tensorflow as tf


LEARNING_RATE = 0.1
N_FEATURES = 3


class Classifier:
    def __init__(self):
        self.build_graph()
        self.init_session()

    def build_graph(self):
        self.X = tf.placeholder(tf.float32, [None, N_FEATURES], name="X")
        self.Y = tf.placeholder(tf.float32, [None, 2], name="Y")
        W = tf.Variable(tf.zeros([N_FEATURES, 2]), name="W")
        b = tf.Variable(tf.zeros([2]), name="b")
        logits = tf.matmul(self.X, W) + b
        self.prediction = tf.argmax(logits, 1)
        self.cost = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(logits=logits, labels=self.Y))
        self.train_op = tf.train.AdagradOptimizer(LEARNING_RATE).minimize(self.cost)
        correct = tf.equal(self.prediction, tf.argmax(self.Y, 1))
        self.accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))

    def init_session(self):
        self.sess = tf.Session()
        init = tf.global_variables_initializer()
        self.sess.run(init)

    def train(self, X, Y, epochs=5):
        for epoch in range(epochs):
            _, cost, accuracy = self.sess.run([self.train_op, self.cost, self.accuracy], feed_dict={self.X: X, self.Y: Y})
            print("%d %.4f" % (epoch, cost))

    def evaluate(self, X, Y):
        return self.sess.run(self.accuracy, feed_dict={self.X: X, self.Y: Y})

    def classify(self, X):
        return self.sess.run(self.prediction, feed_dict={self.X: X})


def main():
    rng = np.random.RandomState(0)
    X = rng.rand(12, N_FEATURES)
    Y = np.eye(2)[(X[:, 0] > X[:, 1]).astype(int)]
    classifier = Classifier()
    classifier.train(X, Y)
    print("accuracy", classifier.evaluate(X, Y))
    print(classifier.classify(X[:4]))


if __name__ == "__main__":
    main()

import numpy as np
import tensorflow as tf


class Names:
    def __init__(self, loss):
        x = tf.placeholder(tf.float32, [None])
        y = tf.placeholder(tf.float32, [None])
        w = tf.Variable(1.5)
        prediction = x * w
        cost = tf.reduce_mean(tf.square(prediction - y)) * loss
        self.inputs, self.outputs = x, y
        self.cost = cost
        self.prediction = prediction
        self.train_op = tf.train.GradientDescentOptimizer(0.05).minimize(cost)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def fit(self, x, y):
        w = 0
        for cost in range(3):
            _, loss = self.sess.run([self.train_op, self.cost], feed_dict={self.inputs: x, self.outputs: y})
            w += loss
        return w

    def predict(self, x):
        prediction = self.sess.run(self.prediction, feed_dict={self.inputs: x})
        return prediction.tolist()


names = Names(0.5)
print(names.fit([1, 2], [3, 4]), names.predict([5]))

import numpy as np
import tensorflow as tf


class Regressor(object):
    def __init__(self, width):
        self.width = width
        self.inputs = tf.placeholder(tf.float32, [None, width])
        self.targets = tf.placeholder(tf.float32, [None, 1])
        self.rate = tf.placeholder(tf.float32)
        self.weights = tf.get_variable("weights", shape=[width, 1], initializer=tf.zeros_initializer())
        self.output = tf.matmul(self.inputs, self.weights)
        self.cost = tf.reduce_mean(tf.square(self.output - self.targets))
        self.optimizer = tf.train.GradientDescentOptimizer(self.rate)
        self.update = self.optimizer.minimize(self.cost)
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def fit(self, inputs, targets, epochs):
        for epoch in range(epochs):
            feed_dict = {self.inputs: inputs, self.targets: targets, self.rate: 0.5 / (1 + epoch)}
            _, cost = self.session.run([self.update, self.cost], feed_dict=feed_dict)
            if epoch % 2 == 0:
                print("epoch", epoch, "cost", cost)

    def predict(self, inputs):
        feed_dict = {self.inputs: inputs}
        return self.session.run(self.output, feed_dict)

    def close(self):
        self.session.close()


data = np.linspace(-1, 1, 24).reshape(8, 3).astype("float32")
target = data.dot([[1.], [2.], [-1.]]) + 0.5

model = Regressor(3)
model.fit(data, target, 7)
print(model.predict(data[:2]))
print(model.predict(np.ones((1, 3))))
model.close()

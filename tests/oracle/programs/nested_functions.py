import tensorflow as tf


class Layer(tf.Module):
    def __init__(self, size):
        self.kernel = tf.Variable(tf.random.normal((size, size)))
        self.calls = tf.Variable(0, trainable=False)

    @tf.function
    def __call__(self, x):
        self.calls.assign_add(1)
        return tf.nn.relu(x @ self.kernel)


class Stack(tf.Module):
    def __init__(self):
        self.layers = [Layer(3), Layer(3)]

    @tf.function
    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        with tf.device("/cpu:0"):
            return tf.reduce_sum(x, axis=1)


answer = Stack()(tf.ones((2, 3)))

class Dense(tf.Module):
    """A fully connected layer; it begins as one of TensorFlow 1: Glorot's uniform kernel, a bias of zeros."""

    def __init__(self, inputs, units, activation=None):
        super().__init__()
        limit = tf.sqrt(6 / (inputs + units))
        self.kernel = tf.Variable(limit * tf.random.uniform([inputs, units], -1.0, 1.0))
        self.bias = tf.Variable(tf.zeros([units]))
        self.activation = activation

    def __call__(self, x):
        x = tf.matmul(x, self.kernel) + self.bias
        return x if self.activation is None else self.activation(x)

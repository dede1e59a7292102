import tensorflow as tf


class Clipped:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None])
        self.w = tf.Variable(2.0)
        self.loss = tf.reduce_mean(tf.square(self.x * self.w))
        optimizer = tf.train.AdamOptimizer(0.1)
        pairs = optimizer.compute_gradients(self.loss)  # refused: compute_gradients
        self.train_op = optimizer.apply_gradients([(tf.clip_by_value(g, -1.0, 1.0), v) for g, v in pairs])
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def train(self, x):
        self.sess.run(self.train_op, feed_dict={self.x: x})
        return self.sess.run(self.w)


print(Clipped().train([1, 2]))

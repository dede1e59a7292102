import tensorflow as tf


class Losses:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 2])
        self.w = tf.Variable(tf.ones([2, 2]))
        self.v = tf.Variable(tf.ones([2, 1]))
        hidden = tf.matmul(self.x, self.w)
        self.first = tf.reduce_mean(tf.square(hidden - 3.0))
        self.second = tf.reduce_mean(tf.square(tf.matmul(hidden, self.v) + 1.0))
        optimizer = tf.train.RMSPropOptimizer(0.1)
        self.train_first = optimizer.minimize(self.first, var_list=[self.w])
        self.train_second = optimizer.minimize(self.second, var_list=[self.v])
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def train(self, x):
        self.sess.run(self.train_first, feed_dict={self.x: x})
        self.sess.run(self.train_second, feed_dict={self.x: x})
        return self.sess.run([self.first, self.second], feed_dict={self.x: x})


losses = Losses()
print([losses.train([[1, 2], [3, 4]]) for _ in range(3)])

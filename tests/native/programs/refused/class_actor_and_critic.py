import numpy as np
import tensorflow as tf


class Actor:
    def __init__(self, sess):
        self.sess = sess
        self.s = tf.placeholder(tf.float32, [1, 2])
        self.w = tf.Variable(tf.ones([2, 2]))
        self.out = tf.nn.softmax(tf.matmul(self.s, self.w))

    def act(self, s):
        return self.sess.run(self.out, {self.s: s})


class Critic:  # refused: Actor
    def __init__(self, sess):
        self.sess = sess
        self.s = tf.placeholder(tf.float32, [1, 2])
        self.v_ = tf.placeholder(tf.float32, [1, 1])
        w = tf.Variable(tf.ones([2, 1]))
        self.v = tf.matmul(self.s, w)
        self.error = 1.0 + 0.9 * self.v_ - self.v
        self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_mean(tf.square(self.error)))

    def learn(self, s, v_):
        error, _ = self.sess.run([self.error, self.train_op], {self.s: s, self.v_: v_})
        return error


sess = tf.Session()
actor, critic = Actor(sess), Critic(sess)
sess.run(tf.global_variables_initializer())
for i in range(3):
    print(actor.act([[1, i]]), critic.learn([[1, i]], [[0.5]]))

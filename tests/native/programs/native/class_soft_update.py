import numpy as np
import tensorflow as tf


TAU = 0.25
LR_A = 0.05


class Target(object):
    def __init__(self, a_dim, s_dim):
        self.pointer = 0
        self.S = tf.placeholder(tf.float32, [None, s_dim], 's')
        self.R = tf.placeholder(tf.float32, [None, a_dim], 'r')
        we = tf.Variable(tf.fill([s_dim, a_dim], 0.5))
        be = tf.Variable(tf.zeros([a_dim]))
        self.a = tf.matmul(self.S, we) + be
        wt = tf.Variable(tf.zeros([s_dim, a_dim]))
        bt = tf.Variable(tf.ones([a_dim]))
        a_ = tf.matmul(self.S, wt) + bt
        self.ae_params = [we, be]
        self.at_params = [wt, bt]
        self.soft_replace = [tf.assign(ta, (1 - TAU) * ta + TAU * ea) for ta, ea in zip(self.at_params, self.ae_params)]
        q = self.R + 0.9 * tf.stop_gradient(a_)
        td_error = tf.reduce_mean(tf.squared_difference(q, self.a))
        self.ctrain = tf.train.AdamOptimizer(LR_A).minimize(td_error, var_list=self.ae_params)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def choose_action(self, s):
        return self.sess.run(self.a, {self.S: s[np.newaxis, :]})[0]

    def learn(self, s, r):
        # soft target replacement
        self.sess.run(self.soft_replace)
        self.sess.run(self.ctrain, {self.S: s, self.R: r})
        self.pointer += 1


rng = np.random.RandomState(1)
target = Target(2, 3)
for i in range(6):
    target.learn(rng.rand(4, 3), rng.rand(4, 2))
    print(i, target.choose_action(rng.rand(3)))

import numpy as np
import tensorflow as tf


class QNetwork:
    def __init__(self, n_actions, n_features, learning_rate=0.05, gamma=0.9, replace_target_iter=4):
        self.n_actions = n_actions
        self.n_features = n_features
        self.lr = learning_rate
        self.gamma = gamma
        self.replace_target_iter = replace_target_iter
        self.learn_step_counter = 0
        self._build_net()
        self.replace_target_op = [tf.assign(t, e) for t, e in zip(self.target_params, self.eval_params)]
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
        self.cost_his = []

    def _build_net(self):
        self.s = tf.placeholder(tf.float32, [None, self.n_features], name='s')
        self.s_ = tf.placeholder(tf.float32, [None, self.n_features], name='s_')
        self.q_target = tf.placeholder(tf.float32, [None, self.n_actions], name='Q_target')

        start = np.linspace(-0.4, 0.4, self.n_features * self.n_actions).reshape(self.n_features, self.n_actions)
        w = tf.Variable(start, dtype=tf.float32)
        b = tf.Variable(tf.zeros([self.n_actions]))
        self.q_eval = tf.matmul(self.s, w) + b
        self.eval_params = [w, b]

        w_ = tf.Variable(start, dtype=tf.float32)
        b_ = tf.Variable(tf.zeros([self.n_actions]))
        self.q_next = tf.matmul(self.s_, w_) + b_
        self.target_params = [w_, b_]

        self.loss = tf.reduce_mean(tf.squared_difference(self.q_target, self.q_eval))
        self._train_op = tf.train.RMSPropOptimizer(self.lr).minimize(self.loss, var_list=self.eval_params)

    def choose_action(self, observation):
        actions_value = self.sess.run(self.q_eval, feed_dict={self.s: observation[np.newaxis, :]})
        return np.argmax(actions_value)

    def learn(self, batch, actions, rewards, following):
        if self.learn_step_counter % self.replace_target_iter == 0:
            self.sess.run(self.replace_target_op)
        q_next, q_eval = self.sess.run([self.q_next, self.q_eval], feed_dict={self.s_: following, self.s: batch})
        q_target = q_eval.copy()
        q_target[np.arange(len(batch)), actions] = rewards + self.gamma * np.max(q_next, axis=1)
        _, cost = self.sess.run([self._train_op, self.loss], feed_dict={self.s: batch, self.q_target: q_target})
        self.cost_his.append(cost)
        self.learn_step_counter += 1


rng = np.random.RandomState(10)
agent = QNetwork(3, 4)
for _ in range(12):
    states = rng.rand(5, 4)
    agent.learn(states, states[:, :3].argmax(axis=1), states.max(axis=1), rng.rand(5, 4))
print(np.round(agent.cost_his, 5))
print([agent.choose_action(state) for state in rng.rand(6, 4)])

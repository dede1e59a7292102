import numpy as np
import tensorflow as tf


class PolicyGradient:
    """A softmax policy, trained with the rewards of an episode."""

    def __init__(self, n_actions, n_features, learning_rate=0.01, reward_decay=0.95):
        self.n_actions = n_actions
        self.n_features = n_features
        self.lr = learning_rate
        self.gamma = reward_decay
        self.ep_obs, self.ep_as, self.ep_rs = [], [], []
        self._build_net()
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def _build_net(self):
        with tf.name_scope('inputs'):
            self.tf_obs = tf.placeholder(tf.float32, [None, self.n_features], name="observations")
            self.tf_acts = tf.placeholder(tf.int32, [None, ], name="actions_num")
            self.tf_vt = tf.placeholder(tf.float32, [None, ], name="actions_value")
        # fc1
        w1 = tf.Variable(tf.fill([self.n_features, 4], 0.1))
        hidden = tf.nn.tanh(tf.matmul(self.tf_obs, w1))
        # fc2
        w2 = tf.Variable(np.linspace(-1, 1, 4 * self.n_actions).reshape(4, self.n_actions), dtype=tf.float32)
        all_act = tf.matmul(hidden, w2)
        self.all_act_prob = tf.nn.softmax(all_act, name='act_prob')  # use softmax to convert to probability
        with tf.name_scope('loss'):
            # to maximize total reward (log_p * R) is to minimize -(log_p * R)
            neg_log_prob = tf.reduce_sum(-tf.log(self.all_act_prob) * tf.one_hot(self.tf_acts, self.n_actions), axis=1)
            loss = tf.reduce_mean(neg_log_prob * self.tf_vt)  # reward guided loss
        with tf.name_scope('train'):
            self.train_op = tf.train.AdamOptimizer(self.lr).minimize(loss)

    def choose_action(self, observation):
        prob_weights = self.sess.run(self.all_act_prob, feed_dict={self.tf_obs: observation[np.newaxis, :]})
        return prob_weights.ravel().argmax()

    def store_transition(self, s, a, r):
        self.ep_obs.append(s)
        self.ep_as.append(a)
        self.ep_rs.append(r)

    def learn(self):
        discounted = self._discount_and_norm_rewards()
        # train on episode
        self.sess.run(self.train_op, feed_dict={
            self.tf_obs: np.vstack(self.ep_obs),  # shape=[None, n_obs]
            self.tf_acts: np.array(self.ep_as),  # shape=[None, ]
            self.tf_vt: discounted,  # shape=[None, ]
        })
        self.ep_obs, self.ep_as, self.ep_rs = [], [], []  # empty episode data
        return discounted

    def _discount_and_norm_rewards(self):
        discounted = np.zeros(len(self.ep_rs))
        running_add = 0
        for t in reversed(range(0, len(self.ep_rs))):
            running_add = running_add * self.gamma + self.ep_rs[t]
            discounted[t] = running_add
        discounted -= np.mean(discounted)
        discounted /= np.std(discounted)
        return discounted


rng = np.random.RandomState(3)
agent = PolicyGradient(n_actions=2, n_features=3, learning_rate=0.05)
for episode in range(4):
    for step in range(5):
        state = rng.rand(3)
        action = agent.choose_action(state)
        agent.store_transition(state, action, float(state[0] > 0.5))
    print(episode, agent.learn())
print([agent.choose_action(state) for state in rng.rand(5, 3)])

import numpy as np
import tensorflow as tf


class Agent:
    GAMMA = 0.9

    def __init__(self, session, width, n_action):
        self.session = session
        self.n_action = n_action
        self.width = width
        # What the network sees, did, and was worth.
        self.input_X = tf.placeholder(tf.float32, [None, width])
        self.input_A = tf.placeholder(tf.int64, [None])
        self.input_Y = tf.placeholder(tf.float32, [None])

        self.Q = self._build_network(self.input_X)
        self.cost, self.train_op = self._build_op()

    def _build_network(self, state):
        with tf.variable_scope("main"):
            weights = tf.Variable(tf.fill([self.width, self.n_action], 0.1))
            bias = tf.Variable(tf.zeros([self.n_action]))
            Q = tf.matmul(state, weights) + bias

        return Q

    def _build_op(self):
        # Perform a gradient descent step on (y_j-Q)^2
        one_hot = tf.one_hot(self.input_A, self.n_action, 1.0, 0.0)
        Q_value = tf.reduce_sum(tf.multiply(self.Q, one_hot), axis=1)
        cost = tf.reduce_mean(tf.square(self.input_Y - Q_value))
        train_op = tf.train.AdamOptimizer(1e-2).minimize(cost)

        return cost, train_op

    def get_action(self, state):
        Q_value = self.session.run(self.Q, feed_dict={self.input_X: [state]})
        return np.argmax(Q_value[0]), Q_value

    def train(self, states, actions, rewards):
        Y = []
        following = self.session.run(self.Q, feed_dict={self.input_X: states[1:]})
        for i in range(len(states) - 1):
            Y.append(rewards[i] + self.GAMMA * np.max(following[i]))
        self.session.run(self.train_op, feed_dict={
            self.input_X: states[:-1], self.input_A: actions[:-1], self.input_Y: Y})
        return self.session.run(self.cost, feed_dict={
            self.input_X: states[:-1], self.input_A: actions[:-1], self.input_Y: Y})


def main():
    rng = np.random.RandomState(2)
    sess = tf.Session()
    agent = Agent(sess, 3, 2)
    sess.run(tf.global_variables_initializer())
    for episode in range(4):
        states = rng.rand(5, 3)
        actions = [agent.get_action(state)[0] for state in states]
        print(episode, actions, agent.train(states, actions, states.sum(axis=1)))
    print(agent.get_action(np.ones(3)))


if __name__ == "__main__":
    main()

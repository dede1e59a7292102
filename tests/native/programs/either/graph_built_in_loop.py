import numpy as np
import tensorflow as tf

def experiment(rate, steps):
    tf.reset_default_graph()
    w = tf.Variable(2.0, name="w")
    loss = tf.square(w)
    train = tf.train.GradientDescentOptimizer(rate).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(steps):
            sess.run(train)
        return sess.run(w), sess.run(loss)


for rate in (0.1, 0.2, 0.4):
    print(rate, experiment(rate, 3))

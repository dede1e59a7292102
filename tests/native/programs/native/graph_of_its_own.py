import numpy as np
import tensorflow as tf

graph = tf.Graph()
with graph.as_default():
    x = tf.placeholder(tf.float32, shape=[None, 2])
    weights = tf.Variable(tf.constant([[0.5], [-0.5]]))
    score = tf.matmul(x, weights)
    loss = tf.reduce_mean(tf.square(score - 1.0))
    step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

points = np.array([[1.0, 2.0], [3.0, 1.0]])
with tf.Session(graph=graph) as session:
    tf.global_variables_initializer().run()
    for i in range(4):
        _, value = session.run([step, loss], feed_dict={x: points})
        print(i, value)
    print(score.eval({x: points}))

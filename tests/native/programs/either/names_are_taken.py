import numpy as np
import tensorflow as tf

# The program uses the words that a conversion would like to use.
def train_step(value):
    return value + 1


predict = "a word"
tape = 3
gradients = [1, 2]
X = tf.placeholder(tf.float32)
w = tf.Variable(1.0)
loss = tf.square(X * w - 2)
optimizer = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(train_step(2)):
        sess.run(optimizer, {X: 1})
    print(sess.run(w), predict, tape, gradients, train_step(step))

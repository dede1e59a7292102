import numpy as np
import tensorflow as tf

best = None
x = tf.placeholder(tf.float32)
w = tf.Variable(0.0)
loss = tf.square(w - x)
train = tf.train.GradientDescentOptimizer(0.3).minimize(loss)
sess = tf.Session()


def step(value):
    global best
    now = sess.run([loss, train], {x: value})[0]
    if best is None or now < best:
        best = now


sess.run(tf.global_variables_initializer())
for _ in range(4):
    step(2.0)
    print(best)

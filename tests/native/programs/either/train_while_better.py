import numpy as np
import tensorflow as tf

w = tf.Variable(4.0)
loss = w * w
opt = tf.train.GradientDescentOptimizer(0.1)
train = opt.minimize(loss)
sess = tf.Session()
init = tf.global_variables_initializer()
sess.run(init)
best = float("inf")
while True:
    now = sess.run(loss)
    if now >= best or now < 1:
        break
    best = now
    sess.run(train)
else:
    print("never")
print(best, now, sess.run(w))

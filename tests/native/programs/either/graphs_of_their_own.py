import numpy as np
import tensorflow as tf

g1, g2 = tf.Graph(), tf.Graph()
with g1.as_default():
    a = tf.placeholder(tf.float32)
    v = tf.Variable(3.0)
    out1 = a * v
    init1 = tf.global_variables_initializer()
with g2.as_default():
    b = tf.placeholder(tf.float32)
    v = tf.Variable(-1.0)
    out2 = b + v
    init2 = tf.global_variables_initializer()
with tf.Session(graph=g1) as s1, tf.Session(graph=g2) as s2:
    s1.run(init1)
    s2.run(init2)
    print(s1.run(out1, {a: 2}), s2.run(out2, {b: 2}))

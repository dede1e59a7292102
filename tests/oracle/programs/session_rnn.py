import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
inputs = tf.placeholder(tf.float32, [4, 2, 3])
kernel = tf.get_variable("kernel", [5, 2])


def step(state, value):
    return tf.tanh(tf.matmul(tf.concat([value, state], 1), kernel))


states = tf.scan(step, inputs, tf.zeros([2, 2]))
last = states[-1]
gradient = tf.gradients(tf.reduce_sum(last), [kernel])
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as session:
    session.run(tf.global_variables_initializer())
    session.run([last, gradient[0]], {inputs: np.ones((4, 2, 3))})

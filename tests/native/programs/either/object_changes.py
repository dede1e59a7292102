import numpy as np
import tensorflow as tf

class Config(object):
    def __init__(self):
        self.rate = 2.0
    def faster(self):
        self.rate *= 10
config = Config()
x = tf.placeholder(tf.float32, [])
y = x * config.rate
config.faster()
with tf.Session() as sess:
    print(sess.run(y, {x: 1.0}), config.rate)

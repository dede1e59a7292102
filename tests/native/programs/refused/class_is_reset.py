import numpy as np
import tensorflow as tf


class Resets:
    def __init__(self):
        self.w = tf.Variable(1.0)
        self.up = self.w.assign_add(1.0)
        self.sess = tf.Session()
        self.init = tf.global_variables_initializer()
        self.sess.run(self.init)

    def step(self):
        return self.sess.run(self.up)

    def reset(self):
        self.sess.run(self.init)  # refused: initialized


resets = Resets()
print(resets.step(), resets.step())
resets.reset()
print(resets.step())

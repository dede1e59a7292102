import os

import numpy as np
import tensorflow as tf

os.environ["SCALE"] = "2"
x = tf.placeholder(tf.float32, [None])
y = x * float(os.environ["SCALE"]) + np.get_printoptions()["precision"]
os.environ["SCALE"] = "5"
np.set_printoptions(precision=3)
with tf.Session() as sess:
    print(sess.run(y, {x: [1.0]}))

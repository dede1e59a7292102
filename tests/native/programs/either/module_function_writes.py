import numpy as np
import tensorflow as tf

import heapq
values = [3.0, 5.0]
x = tf.placeholder(tf.float32, [])
y = x * sum(values)
heapq.heappush(values, 1.0)
with tf.Session() as sess:
    print(sess.run(y, {x: 1}))

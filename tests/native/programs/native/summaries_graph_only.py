import os
import tempfile

import tensorflow as tf

logs = os.path.join(tempfile.mkdtemp(), "graphs", "constants")
a = tf.constant([1.0, 2.0], name="a")
b = tf.constant([3.0, 5.0], name="b")
total = tf.add(a, b, name="total")

with tf.Session() as sess:
    writer = tf.summary.FileWriter(logs, sess.graph)
    print(sess.run(total))
    # to see the graph: tensorboard --logdir graphs
    writer.close()
print(len(os.listdir(logs)))

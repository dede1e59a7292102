import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "native", "frozen", "graph.pb")
graph_def = tf.GraphDef()
with open(PATH, "rb") as f:
    graph_def.ParseFromString(f.read())
tf.import_graph_def(graph_def, name="")
scores = tf.get_default_graph().get_tensor_by_name("scores:0")
best = tf.reduce_max(scores)  # refused: reduce_max
with tf.Session() as sess:
    print(sess.run(best, {"image_tensor:0": [[1, 0, 0, 0]]}))

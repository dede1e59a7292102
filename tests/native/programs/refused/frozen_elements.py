import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "native", "frozen", "graph.pb")
graph_def = tf.GraphDef()
with open(PATH, "rb") as f:
    graph_def.ParseFromString(f.read())
x, y = tf.import_graph_def(graph_def, return_elements=["image_tensor:0", "scores:0"], name="")  # refused: more
with tf.Session() as sess:
    print(sess.run(y, {x: [[1, 0, 0, 0]]}))

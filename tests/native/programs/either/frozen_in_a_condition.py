import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")
if os.path.exists(PATH):
    graph_def = tf.GraphDef()
    with open(PATH, "rb") as f:
        graph_def.ParseFromString(f.read())
    tf.import_graph_def(graph_def, name="")
with tf.Session() as sess:
    print(sess.run("scores:0", {"image_tensor:0": [[1, 0, 0, 0]]}))

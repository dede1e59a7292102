import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "native", "frozen", "graph.pb")
graph_def = tf.GraphDef()
with open(PATH, "rb") as f:
    graph_def.ParseFromString(f.read())
tf.import_graph_def(graph_def, name="")
graph = tf.get_default_graph()
names = [op.name for op in graph.get_operations()]  # refused: graph
with tf.Session() as sess:
    print("scores" in names, sess.run("scores:0", {"image_tensor:0": [[1, 0, 0, 0]]}))

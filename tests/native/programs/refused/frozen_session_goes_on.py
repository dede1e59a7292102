import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "native", "frozen", "graph.pb")


def score(session, row):
    return session.run("scores:0", {"image_tensor:0": [row]})


graph_def = tf.GraphDef()
with open(PATH, "rb") as f:
    graph_def.ParseFromString(f.read())
tf.import_graph_def(graph_def, name="")
with tf.Session() as sess:
    print(score(sess, [1, 0, 0, 0]))  # refused: sess

import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")


def load(path, prefix):
    with tf.gfile.GFile(path, "rb") as f:
        graph_def = tf.GraphDef()
        graph_def.ParseFromString(f.read())
    with tf.Graph().as_default() as loaded:
        tf.import_graph_def(graph_def, name=prefix)
    return loaded


first = load(PATH, "a")
second = load(PATH, "b")
with tf.Session(graph=first) as sess:
    print(sess.run("a/scores:0", {"a/image_tensor:0": [[0, 1, 0, 1]]}))
with tf.Session(graph=second) as sess:
    print(sess.run("b/classes:0", {"b/image_tensor:0": [[0, 1, 0, 1]]}))

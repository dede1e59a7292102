import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "native", "frozen", "graph.pb")


class Model(object):
    def __init__(self):
        graph_def = tf.GraphDef()
        with open(PATH, "rb") as f:
            graph_def.ParseFromString(f.read())
        tf.import_graph_def(graph_def, name="")
        self.sess = tf.Session()

    def scores(self):
        return self.sess.run("scores:0", {"image_tensor:0": [[1, 0, 0, 0]]})


model = Model()
print(model.scores())
print(model.sess.run("classes:0", {"image_tensor:0": [[1, 0, 0, 0]]}))  # refused: sess

import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "native", "frozen", "graph.pb")


class Base(object):
    def show(self):
        print(self.sess.run("classes:0", {"image_tensor:0": [[1, 0, 0, 0]]}))


class Model(Base):
    def __init__(self):
        graph_def = tf.GraphDef()
        with open(PATH, "rb") as f:
            graph_def.ParseFromString(f.read())
        tf.import_graph_def(graph_def, name="")
        self.sess = tf.Session()  # refused: something

    def scores(self):
        return self.sess.run("scores:0", {"image_tensor:0": [[1, 0, 0, 0]]})


model = Model()
print(model.scores())
model.show()

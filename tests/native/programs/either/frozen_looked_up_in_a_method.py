import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")


class Model(object):
    def load(self, path, name):
        graph_def = tf.GraphDef()
        with open(path, "rb") as f:
            graph_def.ParseFromString(f.read())
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.import_graph_def(graph_def, name=name)
        self.sess = tf.Session(graph=self.graph)
        self.name = name

    def scores(self, row):
        x = self.graph.get_tensor_by_name(self.name + "/image_tensor:0")
        y = self.graph.get_tensor_by_name(self.name + "/scores:0")
        return self.sess.run(y, {x: [row]})


model = Model()
model.load(PATH, "a")
print(model.scores([1, 0, 0, 0]))
model.load(PATH, "b")
print(model.scores([1, 0, 0, 0]))

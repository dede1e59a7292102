import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")


class Classifier(object):
    """Scores of rows, from a frozen graph."""

    INPUT_TENSOR_NAME = "image_tensor:0"
    OUTPUT_TENSOR_NAME = "scores:0"

    def __init__(self, model_name):
        self.graph = tf.Graph()
        with tf.gfile.GFile(model_name, "rb") as f:
            graph_def = tf.GraphDef.FromString(f.read())
        if graph_def is None:
            raise RuntimeError("Cannot find inference graph.")

        with self.graph.as_default():
            tf.import_graph_def(graph_def, name="")

        self.sess = tf.Session(graph=self.graph)

    def run(self, row):
        scores = self.sess.run(self.OUTPUT_TENSOR_NAME, feed_dict={self.INPUT_TENSOR_NAME: [np.asarray(row)]})
        return scores[0]

    def close(self):
        self.sess.close()


model = Classifier(PATH)
print(model.run([1, 2, 0, 1]), model.run(np.array([0, 0, 3, 1], np.uint8)))
model.close()

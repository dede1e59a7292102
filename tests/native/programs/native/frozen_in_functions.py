import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")


def load_graph(model_file):
    graph = tf.Graph()
    graph_def = tf.GraphDef()
    with open(model_file, "rb") as f:
        graph_def.ParseFromString(f.read())
    with graph.as_default():
        tf.import_graph_def(graph_def)
    return graph




graph = load_graph(PATH)
input_operation = graph.get_operation_by_name("import/image_tensor")
output_operation = graph.get_operation_by_name("import/scores")

with tf.Session(graph=graph) as sess:
    results = sess.run(output_operation.outputs[0], {input_operation.outputs[0]: [[0.1, 0.2, 0.3, 0.4]]})
results = np.squeeze(results)
print(results, results.argmax())

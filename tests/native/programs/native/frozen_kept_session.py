import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")
with tf.gfile.GFile(PATH, "rb") as f:
    graph_def = tf.GraphDef()
    graph_def.ParseFromString(f.read())

with tf.Graph().as_default() as graph:
    tf.import_graph_def(graph_def, name="net")

config = tf.ConfigProto()
config.gpu_options.allow_growth = True
session = tf.Session(graph=graph, config=config)
x = graph.get_tensor_by_name("net/image_tensor:0")
y = graph.get_tensor_by_name("net/scores:0")


def score(rows):
    """Scores of rows."""
    return session.run(y, feed_dict={x: rows})


print(score([[1, 2, 3, 4]]))
for row in np.eye(4)[:2]:
    print(score(row[np.newaxis]).argmax(), session.run([y], {x: [row]})[0].sum().round(3))
session.close()

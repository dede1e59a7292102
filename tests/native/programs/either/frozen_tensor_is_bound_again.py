import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")
graph_def = tf.GraphDef()
with open(PATH, "rb") as f:
    graph_def.ParseFromString(f.read())
tf.import_graph_def(graph_def, name="")
with tf.Session() as sess:
    x = sess.graph.get_tensor_by_name("image_tensor:0")
    y = sess.graph.get_tensor_by_name("scores:0")
    print(sess.run(y, {x: [[1, 0, 0, 0]]}))
    y = sess.graph.get_tensor_by_name("classes:0")
    print(sess.run(y, {x: [[1, 0, 0, 0]]}))

import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")
graph_def = tf.GraphDef()
with open(PATH, "rb") as f:
    graph_def.ParseFromString(f.read())
tf.import_graph_def(graph_def, name="")
sess = tf.Session()
for name in ("scores", "classes"):
    tensor = tf.get_default_graph().get_tensor_by_name(name + ":0")
    print(sess.run(tensor, {"image_tensor:0": [[1, 0, 0, 0]]}))
predict = "a name that is taken"
print(predict, sess.run("scores:0", {"image_tensor:0": [[1, 0, 0, 1]]}))

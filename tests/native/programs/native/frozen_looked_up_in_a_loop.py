import os

import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")
with tf.gfile.FastGFile(PATH, "rb") as f:
    graph_def = tf.GraphDef()
    graph_def.ParseFromString(f.read())
    _ = tf.import_graph_def(graph_def, name="")

with tf.Session() as sess:
    for row in ([1, 0, 0, 0], [0, 0, 1, 1]):
        # Feed the row and get the first prediction
        softmax_tensor = sess.graph.get_tensor_by_name("scores:0")
        predictions = sess.run(softmax_tensor, {"image_tensor:0": [row]})
        top_k = predictions[0].argsort()[-len(predictions[0]):][::-1]
        print(top_k, predictions)


def again(row):
    with tf.Session() as session:
        kind = session.graph.get_tensor_by_name("classes:0")
        return session.run(kind, {"image_tensor:0": [row]})


print(again([0, 1, 0, 0]), again([1, 1, 1, 0]))

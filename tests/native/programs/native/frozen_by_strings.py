import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")


def create_graph():
    """Creates a graph from the saved file."""
    with tf.gfile.FastGFile(PATH, "rb") as f:
        graph_def = tf.GraphDef()
        graph_def.ParseFromString(f.read())
        _ = tf.import_graph_def(graph_def, name="")


def run_inference_on_image(image):
    create_graph()

    with tf.Session() as sess:
        softmax_tensor = sess.graph.get_tensor_by_name("scores:0")
        predictions = sess.run(softmax_tensor, {"image_tensor:0": image})
        kinds, again = sess.run(["classes:0", softmax_tensor], {"image_tensor:0": image})
        print(predictions.round(4), kinds, again.round(4))


run_inference_on_image(np.array([[10, 20, 0, 2]], np.uint8))

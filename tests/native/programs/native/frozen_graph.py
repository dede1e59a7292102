"""Inference with a frozen graph, as the scripts around object detection do it."""
import os

import numpy as np
import tensorflow as tf

PATH_TO_CKPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")

detection_graph = tf.Graph()
with detection_graph.as_default():
    od_graph_def = tf.GraphDef()
    with tf.gfile.GFile(PATH_TO_CKPT, 'rb') as fid:
        serialized_graph = fid.read()
        od_graph_def.ParseFromString(serialized_graph)
        tf.import_graph_def(od_graph_def, name='')

with detection_graph.as_default():
    with tf.Session(graph=detection_graph) as sess:
        # Definite input and output tensors for detection_graph
        image_tensor = detection_graph.get_tensor_by_name('image_tensor:0')
        scores = detection_graph.get_tensor_by_name('scores:0')
        classes = detection_graph.get_tensor_by_name('classes:0')
        for image in np.random.RandomState(2).rand(2, 1, 4):
            (score, kind) = sess.run([scores, classes], feed_dict={image_tensor: image})
            print(np.squeeze(score), np.squeeze(kind).astype(np.int32))

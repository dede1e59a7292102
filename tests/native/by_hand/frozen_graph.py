import os

import numpy as np
import tensorflow as tf

PATH_TO_CKPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")

od_graph_def = tf.compat.v1.GraphDef()
with tf.io.gfile.GFile(PATH_TO_CKPT, 'rb') as fid:
    od_graph_def.ParseFromString(fid.read())


@tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32)])
def detect(image_tensor):
    return tf.graph_util.import_graph_def(
        od_graph_def, input_map={'image_tensor:0': image_tensor}, return_elements=['scores:0', 'classes:0'], name='')


for image in np.random.RandomState(2).rand(2, 1, 4):
    (score, kind) = (value.numpy() for value in detect(image))
    print(np.squeeze(score), np.squeeze(kind).astype(np.int32))

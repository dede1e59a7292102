import os

import numpy as np
import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")


class Detector:
    def __init__(self, path):
        self.detection_graph = tf.Graph()
        with self.detection_graph.as_default():
            od_graph_def = tf.GraphDef()
            with tf.gfile.GFile(path, "rb") as fid:
                od_graph_def.ParseFromString(fid.read())
                tf.import_graph_def(od_graph_def, name="")

            self.image_tensor = self.detection_graph.get_tensor_by_name("image_tensor:0")
            self.scores = self.detection_graph.get_tensor_by_name("scores:0")
            self.classes = self.detection_graph.get_tensor_by_name("classes:0")
        config = tf.ConfigProto()
        config.gpu_options.allow_growth = True
        self.sess = tf.Session(graph=self.detection_graph, config=config)

    def process(self, image):
        expanded = np.expand_dims(image, axis=0)
        (scores, classes) = self.sess.run([self.scores, self.classes], feed_dict={self.image_tensor: expanded})
        return scores.round(4), classes

    def best(self, image):
        return self.sess.run(self.classes, feed_dict={self.image_tensor: [image]})[0]


detector = Detector(PATH)
for image in np.random.RandomState(5).rand(2, 4):
    print(detector.process(image), detector.best(image))

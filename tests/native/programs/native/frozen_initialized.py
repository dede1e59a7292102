import os

import tensorflow as tf

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frozen", "graph.pb")

with tf.Session() as sess:
    with tf.gfile.FastGFile(PATH, "rb") as f:
        graph_def = tf.GraphDef()
        graph_def.ParseFromString(f.read())
        sess.graph.as_default()
        tf.import_graph_def(graph_def, name="")

    init = tf.global_variables_initializer()
    sess.run(init)

    graph = tf.get_default_graph()
    image = graph.get_tensor_by_name("image_tensor:0")
    scores = graph.get_tensor_by_name("scores:0")
    for start in range(0, 4, 2):
        rows = [[0, 1, start, 1], [1, start, 0, 0]]
        out = sess.run(scores, feed_dict={image: rows})
        print(out)

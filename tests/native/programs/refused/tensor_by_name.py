import tensorflow as tf

x = tf.placeholder(tf.float32, [None], name="x")
y = tf.multiply(x, 3.0, name="y")

with tf.Session() as sess:
    graph = tf.get_default_graph()
    fetched = graph.get_tensor_by_name("y:0")  # refused: get_tensor_by_name
    print(sess.run(fetched, feed_dict={"x:0": [1, 2]}))

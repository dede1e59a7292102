import tensorflow as tf

x = tf.placeholder(tf.float32, [None], name="x")
y = tf.square(x, name="y")

with tf.Session() as sess:
    print([op.name for op in sess.graph.get_operations()])  # refused: graph
    print(sess.run("y:0", feed_dict={x: [1, 2, 3]}))

import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
fetches = {"double": x * 2.0, "sum": tf.reduce_sum(x)}

with tf.Session() as sess:
    for names in (["double"], ["sum"], ["sum", "double"]):
        chosen = {name: fetches[name] for name in names}
        values = sess.run(chosen, feed_dict={x: [1, 2, 3]})  # refused: fetch
        print(sorted(values.items(), key=lambda item: item[0]))

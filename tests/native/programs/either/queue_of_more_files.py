import tensorflow as tf

for name in ("a.txt", "b.txt"):
    with open(name, "w") as out:
        out.write(name + "\n")

names = ["a.txt"]
names.append("b.txt")
queue = tf.train.string_input_producer(names, num_epochs=1)
reader = tf.TextLineReader()
_, other = reader.read(queue)
both = tf.strings.join([other, "!"])

with tf.Session() as sess:
    sess.run(tf.local_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess, coord)
    print(sorted([sess.run(both), sess.run(both)]))
    coord.request_stop()
    coord.join(threads)

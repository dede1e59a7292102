# Two passes over a file with a head, in batches; the last one is smaller
import tensorflow as tf

with open("sizes.csv", "w") as out:
    out.write("size,price\n1,2\n3,4\n5,6\n")


def read_batch(value):
    columns = tf.decode_csv(value, [[0.0], [0.0]])
    return tf.stack(columns)


filenames = ["sizes.csv"]
queue = tf.train.string_input_producer(["sizes.csv"], num_epochs=2)
reader = tf.TextLineReader(skip_header_lines=1)
_, line = reader.read(queue)
row = read_batch(line)
# The sum is batched, too
total = tf.reduce_sum(row)
rows, totals = tf.train.batch([row, total], batch_size=4, num_threads=1, capacity=32, allow_smaller_final_batch=True)

weight = tf.Variable([[1.0], [0.5]])
price = tf.matmul(rows, weight)

with tf.Session() as sess:
    sess.run(tf.group(tf.global_variables_initializer(), tf.local_variables_initializer()))
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=sess, coord=coord)
    try:
        while not coord.should_stop():
            p, t = sess.run([price, totals])
            print(p.ravel(), t)
    except tf.errors.OutOfRangeError:
        print("Done, epoch limit reached")
    finally:
        # When done, ask the threads to stop.
        coord.request_stop()
    coord.join(threads)

import numpy as np
import tensorflow as tf

filename = "points.tfrecords"
writer = tf.python_io.TFRecordWriter(filename)
for i in range(6):
    point = tf.train.FloatList(value=[i * 0.5, 1.0])
    label = tf.train.Int64List(value=[i % 2])
    feature = {"point": tf.train.Feature(float_list=point), "label": tf.train.Feature(int64_list=label)}
    example = tf.train.Example(features=tf.train.Features(feature=feature))
    writer.write(example.SerializeToString())
writer.close()

filename_queue = tf.train.string_input_producer([filename], num_epochs=1)
reader = tf.TFRecordReader()
_, serialized_example = reader.read(filename_queue)
features = tf.parse_single_example(
    serialized_example,
    features={
        "point": tf.FixedLenFeature([2], tf.float32),
        "label": tf.FixedLenFeature([], tf.int64),
    })
point = features["point"] * 10.0
label = tf.cast(features["label"], tf.int32)
points, labels = tf.train.batch([point, label], batch_size=2, capacity=20)

sess = tf.Session()
sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
coord = tf.train.Coordinator()
threads = tf.train.start_queue_runners(coord=coord, sess=sess)
for i in range(3):
    p, l = sess.run([points, labels])
    print(i, p.tolist(), l)
coord.request_stop()
coord.join(threads)
sess.close()

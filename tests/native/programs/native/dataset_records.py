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


def parse(serialized):
    features = {
        "point": tf.FixedLenFeature([2], tf.float32),
        "label": tf.FixedLenFeature([], tf.int64),
    }
    parsed = tf.parse_single_example(serialized, features=features)
    return parsed["point"], tf.one_hot(parsed["label"], 2)


dataset = tf.data.TFRecordDataset([filename])
dataset = dataset.map(parse, num_parallel_calls=2)
dataset = dataset.batch(3).prefetch(1)
iterator = dataset.make_initializable_iterator()
points, labels = iterator.get_next()

W = tf.Variable(tf.zeros([2, 2]))
logits = tf.matmul(points, W)
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits))
train_step = tf.train.GradientDescentOptimizer(0.5).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(2):
        sess.run(iterator.initializer)
        while True:
            try:
                _, value = sess.run([train_step, loss])
                print(epoch, "%.5f" % value)
            except tf.errors.OutOfRangeError:
                break
    print(sess.run(W))

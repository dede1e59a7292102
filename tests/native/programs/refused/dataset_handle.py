import numpy as np
import tensorflow as tf

train_data = tf.data.Dataset.range(6)
test_data = tf.data.Dataset.range(10, 13)
handle = tf.placeholder(tf.string, shape=[])
iterator = tf.data.Iterator.from_string_handle(handle, train_data.output_types, train_data.output_shapes)  # refused: from_string_handle
element = iterator.get_next()
square = element * element

train_iterator = train_data.make_one_shot_iterator()
test_iterator = test_data.make_one_shot_iterator()

with tf.Session() as sess:
    train_handle = sess.run(train_iterator.string_handle())
    test_handle = sess.run(test_iterator.string_handle())
    for _ in range(3):
        print(sess.run(square, {handle: train_handle}), sess.run(square, {handle: test_handle}))

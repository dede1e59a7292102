import tensorflow as tf

with tf.device("/gpu:0"):
    step = tf.Variable(0)
    step.assign_add(2)
    doubled = step * 2
    table = tf.Variable([[1, 2], [3, 4]], dtype=tf.int32)
    row = table[0]
with tf.device("/gpu:1"):
    wide = tf.Variable(1, dtype=tf.int64)
    wide.assign_sub(1)
small = tf.Variable([1, 2], dtype=tf.int8)
small.assign([3, 4])
flag = tf.Variable(True)
flag.assign(False)
counter = tf.Variable(0, dtype=tf.int32)
counter.assign_add(1)
value = counter + 1
unsigned = tf.Variable([1], dtype=tf.uint16)
seen = unsigned.read_value()

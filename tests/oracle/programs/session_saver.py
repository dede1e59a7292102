import os

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
with tf.device("/gpu:0"):
    weight = tf.get_variable("weight", [2, 2], use_resource=False)
    bias = tf.get_variable("bias", [2], use_resource=True)
with tf.device("/gpu:1"):
    moved = tf.assign_add(bias, [1.0, 1.0])
tf.summary.scalar("sum", tf.reduce_sum(weight))
merged = tf.summary.merge_all()
saver = tf.train.Saver()
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as session:
    session.run(tf.global_variables_initializer())
    session.run([moved, merged])
    path = saver.save(session, os.path.join(os.getcwd(), "model"))
    saver.restore(session, path)

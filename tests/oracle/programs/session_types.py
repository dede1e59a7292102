import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
variables = []
for dtype in (tf.float32, tf.float64, tf.int32, tf.int64, tf.int8, tf.bool, tf.complex64):
    with tf.device("/gpu:0"):
        variables.append(tf.get_variable("old_" + dtype.name, [2], dtype, tf.zeros_initializer(), use_resource=False))
        variables.append(tf.get_variable("new_" + dtype.name, [2], dtype, tf.zeros_initializer(), use_resource=True))
reads = [variable.read_value() for variable in variables]
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as session:
    session.run(tf.global_variables_initializer())
    session.run(reads)

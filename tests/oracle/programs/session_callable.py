import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
a, b = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
with tf.device("/gpu:0"):
    total = a + b
    text = tf.as_string(total)
with tf.device("/cpu:0"):
    product = total * a
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as session:
    session.run([product, text], {a: 1.0, b: 2.0})
    session.make_callable(product, [a, b])(1.0, 2.0)
    handle = session.partial_run_setup([total, product], [a, b])
    session.partial_run(handle, total, {a: 1.0, b: 2.0})
    session.partial_run(handle, product)

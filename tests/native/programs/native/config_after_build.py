import tensorflow as tf

a = tf.constant([1.0, 2.0])
v = tf.Variable([3.0, 4.0])
total = tf.reduce_sum(a * v)

# Only here the devices are told about, when the graph is there: eager ops would have started them.
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(total), sess.run(v))

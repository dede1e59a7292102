import tensorflow as tf

scale = 3.0
x = tf.placeholder(tf.float32, [None])


def twice(v):
    return 2 * v * weight


weight = tf.Variable(1.5)
y = twice(x) * scale
sess = tf.Session()
sess.run(tf.global_variables_initializer())
print(sess.run(y, {x: [1.0]}))

tf.reset_default_graph()
scale = 5.0
x = tf.placeholder(tf.float32, [2, None])
weight = tf.Variable(10.0)
y = twice(x) * scale
sess = tf.Session()
sess.run(tf.global_variables_initializer())
print(sess.run(y, {x: [[1.0], [2.0]]}))
scale = 100.0
print(sess.run(y, {x: [[1.0], [2.0]]}))

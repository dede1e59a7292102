import tensorflow as tf

x = tf.placeholder(tf.float32)
w = tf.Variable(2.0)
y = x * w
scale = [3.0]
z = y * scale
old = tf.Session()
old.run(tf.global_variables_initializer())
print(old.run(y, {x: 1.0}), old.run(z, {x: 1.0}))

tf.reset_default_graph()
scale = [5.0]
a = tf.placeholder(tf.float32)
w = tf.Variable(7.0)
b = a * w
sess = tf.Session()
sess.run(tf.global_variables_initializer())
print(sess.run(b, {a: 2.0}), old.run(y, {x: 3.0}))

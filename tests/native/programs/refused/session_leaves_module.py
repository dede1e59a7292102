import tensorflow as tf

from helpers import measure

x = tf.placeholder(tf.float32, [None])
w = tf.Variable(2.0)
y = w * x

sess = tf.Session()
sess.run(tf.global_variables_initializer())
print(measure.average(sess, y, {x: [1.0, 2.0, 6.0]}))  # refused: sess
sess.close()

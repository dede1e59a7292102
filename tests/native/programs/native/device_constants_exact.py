import tensorflow as tf

x = tf.placeholder(tf.float32, [2, 2])
with tf.device('/cpu:0'):
    kernel = tf.constant([1.0, -2.0, 3.0, 4.0], shape=[2, 2], name="kernel")
    w = tf.Variable(tf.constant([0.5, 0.25], shape=(2, 1)))
    y = tf.matmul(tf.matmul(x, kernel), w)
loss = tf.reduce_mean(tf.square(y))
train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(4):
        sess.run(train, {x: [[1.0, 2.0], [3.0, 4.0]]})
        print(sess.run([loss, w], {x: [[1.0, 2.0], [3.0, 4.0]]}))

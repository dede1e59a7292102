import tensorflow as tf

count = tf.Variable(0, trainable=False)
w = tf.Variable([2.0, 3.0])
v = tf.Variable([1.0, -1.0])
loss = tf.reduce_sum(tf.square(w * v - 1.0))
train = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=count, var_list=[w])
of_both = tf.gradients(loss, [w, v])
of_v = of_both[1]
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train)
        print(sess.run([w, v, count]), sess.run(of_v))

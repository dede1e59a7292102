import tensorflow as tf

x = tf.placeholder(tf.float32, [None])
rate = tf.placeholder(tf.float32)
w = tf.Variable([4.0, -3.0])
b = tf.Variable(0.5)
loss = tf.reduce_sum(tf.square(w)) * tf.reduce_sum(x) + tf.square(b - 1)
train = tf.train.RMSPropOptimizer(rate, momentum=0.5, centered=True).minimize(loss)

sess = tf.Session()
sess.run(tf.global_variables_initializer())
speed = 0.1
for step in range(8):
    if step % 3 == 2:
        speed /= 2
    _, value = sess.run([train, loss], feed_dict={x: [1, 0.5], rate: speed})
    print(step, value)
print(sess.run([w, b]))

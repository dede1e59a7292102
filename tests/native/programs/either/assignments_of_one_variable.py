import tensorflow as tf

a = tf.Variable(1.0)
twice = tf.Variable(0.0)
double = a.assign(a * 2.0)
copy = twice.assign(a)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(double)
        sess.run(copy)
        print(sess.run([a, twice]))
    print(sess.run([double]), sess.run(a))

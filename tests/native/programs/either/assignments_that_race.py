import tensorflow as tf

a = tf.Variable(1.0)
b = tf.Variable(2.0)
sum_of_both = a + b
new_a = a.assign(sum_of_both)
swap = b.assign(b + 1.0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([new_a, sum_of_both]), sess.run(b))
    sess.run([new_a, swap])
    print(sess.run(b))

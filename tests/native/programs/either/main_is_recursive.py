import tensorflow as tf


def main(depth=0):
    x = tf.placeholder(tf.float32, [])
    w = tf.Variable(1.0 + depth)
    y = x * w
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(depth, sess.run(y, {x: 2.0}))
    if depth < 2:
        main(depth + 1)


main()

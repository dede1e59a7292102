import numpy as np
import tensorflow as tf

x = 5
scale = 2.0
values = [1.0, 2.0]


def shown(v):
    return "%s %s %s" % (v, scale, x)


def change():
    values[0] = 10.0


def main():
    scale = 3.0
    x = tf.placeholder(tf.float32, [2])
    y = x * scale + values
    change()
    w = tf.Variable(1.0)
    z = tf.reduce_sum(y) * w
    scale = 4.0
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    print(sess.run(y, {x: [1, 2]}), sess.run(z, {x: [1, 2]}))
    print(shown(scale), x.shape)
    sess.close()


main()

import tensorflow as tf


class Ruler:
    def scale(self):
        return 1


def spoil(values):
    values[0] = 50.0


scale = [2.0]
x = tf.placeholder(tf.float32, [None])
y = x * scale
spoil(scale)
with tf.Session() as sess:
    print(sess.run(y, {x: [1.0]}))

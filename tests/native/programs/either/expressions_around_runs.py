import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32)
v = tf.Variable(1.0)
y = x * v
small = y < 10.0
grow = v.assign(v * 2)


def predict(value, scale=1.0):
    return scale * sess.run(y, feed_dict={x: value})


def values():
    for i in range(2):
        yield sess.run(y, {x: i})


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print([sess.run(y, {x: i}) for i in range(3)], {i: sess.run(y, {x: i}) for i in (5, 6)})
    print(list(map(lambda i: sess.run(y, {x: i}), [7, 8])), list(values()))
    total = 0
    while sess.run(small, {x: 1}):
        sess.run(grow)
        total += sess.run(y, {x: 1})
    print(total, predict(3), predict(3, scale=2), f"{sess.run(v):.2f}")
    print(*sess.run([y, v], {x: 1}))
    print("big" if sess.run(v) > 3 else "small", sess.run(y, {x: [1, 2]})[1], -sess.run(v) ** 2)
    assert sess.run(v) == 16.0

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [])
y = x + 1
with tf.Session() as sess:
    print("""first
    second
        third""")
    text = ("a"
            "b")
    # a comment
    print(text, sess.run(y,
                         feed_dict={
                             x: 1.0,
                         }))
    if True:
        print('''x
    y''', sess.run(y, {x: 2}))

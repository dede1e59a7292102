import tensorflow as tf

x = tf.placeholder(tf.float32)
y = x + 1
arguments = (y, {x: 4})
options = {"fetches": y, "feed_dict": {x: 5}}
with tf.Session() as sess:
    run = sess.run
    print(sess.run(*arguments), sess.run(**options), run(y, {x: 6}))
    print(sess.run(feed_dict={x: 7}, fetches=[y, x]))
    print(tf.get_default_session().run(y, {x: 8}))

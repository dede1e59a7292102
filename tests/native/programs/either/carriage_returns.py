import tensorflow as tf
x = tf.placeholder(tf.float32, [])  # in
# doubled
y = (x *
     2)  # out
with tf.Session() as sess:   # session
    # say it
    print(sess.run(y,  # fetch
                   {x: 1}))

    # the end
print('done')

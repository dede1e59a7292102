import tensorflow as tf

dataset = tf.data.Dataset.range(7).map(lambda v: tf.cast(v, tf.float32) * 0.5).batch(3)
iterator = tf.data.make_initializable_iterator(dataset)
next_batch = iterator.get_next()
total = tf.reduce_sum(next_batch)

with tf.Session() as sess:
    for epoch in range(2):
        sess.run(iterator.initializer)
        while True:
            try:
                print("epoch", epoch, sess.run(total))
            except tf.errors.OutOfRangeError:
                print("end of epoch", epoch)
                break

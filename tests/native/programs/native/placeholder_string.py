import tensorflow as tf

words = tf.placeholder(tf.string, [None])
numbers = tf.placeholder(tf.string)
ids = tf.placeholder(tf.int32, [None, None])

buckets = tf.string_to_hash_bucket_fast(words, 100)
values = tf.string_to_number(numbers, out_type=tf.float32)
mask = tf.cast(tf.not_equal(ids, 0), tf.int32)
lengths = tf.reduce_sum(mask, axis=1)
onehot = tf.one_hot(ids, depth=4)

with tf.Session() as sess:
    print(sess.run(buckets, feed_dict={words: ["king", "queen", "man"]}))
    print(sess.run(values, feed_dict={numbers: "3.5"}) * 2)
    print(sess.run(values, feed_dict={numbers: ["1", "2.25"]}))
    n, hot = sess.run([lengths, onehot], feed_dict={ids: [[1, 2, 0], [3, 0, 0]]})
    print(n, hot.shape, hot[1, 0])

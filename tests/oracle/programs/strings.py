import tensorflow as tf

words = tf.constant(["to be", "or", "not"])
upper = tf.strings.upper(words)
lengths = tf.strings.length(words)
joined = tf.strings.join([words, upper], " ")
buckets = tf.strings.to_hash_bucket_fast(words, 16)
with tf.device("/gpu:0"):
    lower = tf.strings.lower(upper)
    text = tf.strings.as_string(tf.constant([1.0, 2.0]))
    parts = tf.strings.substr(words, 0, 2)
numbers = tf.strings.to_number(["1", "2"])
total = tf.reduce_sum(numbers)
same = tf.equal(words, "or")
packed = tf.io.serialize_tensor(numbers)

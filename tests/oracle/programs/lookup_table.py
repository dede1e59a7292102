import tensorflow as tf

keys, values = tf.constant(["a", "b"]), tf.constant([10, 20])
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(keys, values), -1)
found = table.lookup(tf.constant(["a", "x"]))
scores = tf.cast(found, tf.float32) * 0.5
size = table.size()


@tf.function
def look(words):
    return tf.cast(table.lookup(words), tf.float32) + 1.0


answer = look(tf.constant(["b"]))

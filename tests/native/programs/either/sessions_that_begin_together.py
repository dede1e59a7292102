"""Two sessions, each with variables of its own, that are both initialized before anything runs."""
import tensorflow as tf

total = tf.Variable(0)
more = tf.assign_add(total, 1)
first = tf.Session()
second = tf.Session()
first.run(tf.global_variables_initializer())
second.run(tf.global_variables_initializer())
print(first.run(more), first.run(more), second.run(total), second.run(more))

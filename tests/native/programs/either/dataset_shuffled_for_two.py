import tensorflow as tf

dataset = tf.data.Dataset.range(6).shuffle(6, seed=3)
x = dataset.make_one_shot_iterator().get_next()
y = dataset.batch(1).make_one_shot_iterator().get_next()
double = x * 2
triple = y * 3

with tf.Session() as sess:
    for _ in range(6):
        print(sess.run(double), sess.run(triple))

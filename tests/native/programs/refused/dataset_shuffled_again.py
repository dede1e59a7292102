import tensorflow as tf

dataset = tf.data.Dataset.range(6).shuffle(6, seed=3).repeat(2)  # refused: shuffle
x = dataset.make_one_shot_iterator().get_next()
double = x * 2

with tf.Session() as sess:
    print(sorted(sess.run(double) for _ in range(12)))

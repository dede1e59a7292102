import tensorflow as tf

features = {"age": [20.0, 30.0, 40.0], "rooms": [1.0, 2.0, 3.0]}
data = tf.data.Dataset.from_tensor_slices((features, [1.0, 0.0, 1.0])).batch(2)
inputs, target = tf.data.make_one_shot_iterator(data).get_next()

w = tf.Variable(0.5)
guess = w * inputs["age"] / 10.0 + inputs["rooms"]
error = tf.reduce_sum(tf.abs(guess - target))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(2):
        print("%.4f" % sess.run(error))

import numpy as np
import tensorflow as tf

features = np.arange(20, dtype=np.float32).reshape(10, 2)
labels = features.sum(axis=1, keepdims=True)

dataset = tf.data.Dataset.from_tensor_slices((features, labels))
dataset = dataset.map(lambda x, y: (x / 20.0, y / 40.0)).batch(4).repeat(3)
iterator = dataset.make_one_shot_iterator()
x, y = iterator.get_next()

w = tf.Variable([[0.1], [0.2]])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
train_op = tf.train.GradientDescentOptimizer(0.3).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    step = 0
    while True:
        try:
            _, value = sess.run([train_op, loss])
            print("step %d loss %.5f" % (step, value))
            step += 1
        except tf.errors.OutOfRangeError:
            break
    print(step, "steps, w =", sess.run(w).ravel())

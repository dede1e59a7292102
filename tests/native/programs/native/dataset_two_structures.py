# One iterator for two datasets: it is told which of them it goes over
import numpy as np
import tensorflow as tf

train_x = np.linspace(0, 1, 12).reshape(12, 1).astype(np.float32)
train_y = 3 * train_x - 1
test_x = np.linspace(1, 2, 6).reshape(6, 1).astype(np.float32)
test_y = 3 * test_x - 1

train_data = tf.data.Dataset.from_tensor_slices((train_x, train_y)).batch(4)
test_data = tf.data.Dataset.from_tensor_slices((test_x, test_y)).batch(4)

iterator = tf.data.Iterator.from_structure(train_data.output_types, train_data.output_shapes)
x, y = iterator.get_next()
train_init = iterator.make_initializer(train_data)
test_init = iterator.make_initializer(test_data)

w = tf.Variable([[0.0]])
b = tf.Variable([0.0])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
optimizer = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(3):
        sess.run(train_init)
        total, count = 0, 0
        try:
            while True:
                _, l = sess.run([optimizer, loss])
                total += l
                count += 1
        except tf.errors.OutOfRangeError:
            pass
        print("Epoch", epoch, "loss %.5f" % (total / count))

        sess.run(test_init)
        while True:
            try:
                l = sess.run(loss)
                print("  test %.5f" % l)
            except tf.errors.OutOfRangeError:
                break

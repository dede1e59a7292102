import numpy as np
import tensorflow as tf

xs = np.array([[0.5, 1.0], [1.5, -1.0], [-2.0, 0.5], [1.0, 1.0]], dtype=np.float32)
ys = xs.dot([[2.0], [-1.0]]) + 0.5

x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None, 1])
slope = tf.Variable([[0.1], [0.2]], name="slope")
offset = tf.Variable(tf.zeros([1]), name="offset")
steps = tf.Variable(0, trainable=False)
error = tf.reduce_mean(tf.square(tf.matmul(x, slope) + offset - y))
train = tf.train.AdamOptimizer(0.05).minimize(error, global_step=steps)

sess = tf.Session()
sess.run(tf.global_variables_initializer())
for _ in range(8):
    # What a session gives of a variable beside the training op is its value after the step.
    error_val, slope_val, offset_val, number, _ = sess.run(
        [error, slope, offset, steps, train], feed_dict={x: xs, y: ys}
    )
    print(number, error_val, slope_val.ravel(), offset_val)

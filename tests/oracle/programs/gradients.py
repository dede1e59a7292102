import tensorflow as tf

kernel = tf.Variable(tf.random.normal((3, 2)))
bias = tf.Variable(tf.zeros((2,)))
x, target = tf.ones((5, 3)), tf.zeros((5, 2))


def loss():
    return tf.reduce_mean(tf.square(tf.nn.tanh(x @ kernel + bias) - target))


with tf.GradientTape() as tape:
    value = loss()
slopes = tape.gradient(value, [kernel, bias])
kernel.assign_sub(0.1 * slopes[0])
bias.assign_sub(0.1 * slopes[1])


@tf.function
def step():
    with tf.GradientTape() as tape:
        value = loss()
    for variable, slope in zip([kernel, bias], tape.gradient(value, [kernel, bias])):
        variable.assign_sub(0.1 * tf.clip_by_norm(slope, 1.0))
    return value


step()

import tensorflow as tf

weight = tf.Variable(tf.ones((3,)))
with tf.device("/gpu:1"):
    far = tf.Variable(tf.ones((3,)))
schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)
adam, momentum = tf.keras.optimizers.Adam(0.01), tf.keras.optimizers.SGD(schedule, momentum=0.9)


def step(optimizer):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(weight * weight) + tf.reduce_sum(far * 2.0)
    optimizer.apply_gradients(zip(tape.gradient(loss, [weight, far]), [weight, far]))


step(adam)
tf.function(step)(momentum)

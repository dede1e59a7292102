import tensorflow as tf

cell = tf.keras.layers.GRUCell(3)
state = tf.zeros((2, 3))
for _ in range(3):
    output, state = cell(tf.ones((2, 4)), state)


@tf.function
def unroll(steps):
    state = tf.zeros((2, 3))
    for value in steps:
        _, state = cell(value, state)
    return state


unroll(tf.ones((3, 2, 4)))

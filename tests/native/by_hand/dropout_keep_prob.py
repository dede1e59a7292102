import numpy as np
import tensorflow as tf

rng = np.random.RandomState(9)
inputs = rng.rand(16, 12).astype(np.float32)
outputs = inputs.mean(axis=1, keepdims=True)

W1 = tf.Variable(rng.randn(12, 6) * 0.3, dtype=tf.float32)
W2 = tf.Variable(rng.randn(6, 1) * 0.3, dtype=tf.float32)

optimizer = tf.keras.optimizers.Adam(learning_rate=0.01, epsilon=1e-8)
optimizer.build([W1, W2])

BATCH = [
    tf.TensorSpec([None, 12], tf.float32),
    tf.TensorSpec([None, 1], tf.float32),
    tf.TensorSpec([], tf.float32),
]


@tf.function(input_signature=BATCH)
def compute_cost(X, Y, keep_prob):
    L1 = tf.nn.relu(tf.matmul(X, W1))
    L1 = tf.nn.dropout(L1, rate=1 - keep_prob, seed=21)
    return tf.reduce_mean(tf.square(tf.matmul(L1, W2) - Y))


@tf.function(input_signature=BATCH)
def train_step(X, Y, keep_prob):
    with tf.GradientTape() as tape:
        cost = compute_cost(X, Y, keep_prob)
    gradients = tape.gradient(cost, [W1, W2])
    optimizer.apply_gradients(zip(gradients, [W1, W2]))
    return cost


for epoch in range(4):
    total = 0
    for i in range(0, 16, 4):
        c = train_step(inputs[i:i + 4], outputs[i:i + 4], 0.7).numpy()
        total += c / 4
    print('Epoch:', '%02d' % (epoch + 1), 'cost =', '{:.6f}'.format(total))

print('Learning Finished!')
print('Error:', compute_cost(inputs, outputs, 1).numpy())
print(W2.numpy().ravel())

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(4)
train_x = rng.rand(30, 2).astype(np.float32)
train_y = train_x.dot([[1.5], [-2.0]]) + 0.3

W = tf.Variable(tf.zeros([2, 1]), name="W")
b = tf.Variable(tf.zeros([1]), name="b")

optimizer = tf.keras.optimizers.RMSprop(0.02, rho=0.8, momentum=0.5, epsilon=1e-10)
optimizer.build([W, b])
for velocity in optimizer._velocities:
    velocity.assign(tf.ones_like(velocity))


@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def predict(x):
    return tf.matmul(x, W) + b


@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec([None, 1], tf.float32)])
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(predict(x) - y))
    gradients = tape.gradient(loss, [W, b])
    optimizer.apply_gradients(zip(gradients, [W, b]))
    return loss


for step in range(40):
    cost = train_step(train_x, train_y).numpy()
    if step % 8 == 0:
        print("step %d, loss %.5f" % (step, cost))
print("W", W.numpy().ravel(), "b", b.numpy())
print(predict([[1.0, 1.0]]).numpy())

import numpy
import tensorflow as tf

rng = numpy.random.RandomState(2)

# Parameters
learning_rate = 0.01
training_epochs = 20
display_step = 5

# Training Data
train_X = numpy.asarray([3.3, 4.4, 5.5, 6.71, 6.93, 4.168, 9.779, 6.182])
train_Y = numpy.asarray([1.7, 2.76, 2.09, 3.19, 1.694, 1.573, 3.366, 2.596])
n_samples = train_X.shape[0]

# Set model weights
W = tf.Variable(rng.randn(), name="weight")
b = tf.Variable(rng.randn(), name="bias")

optimizer = tf.keras.optimizers.SGD(learning_rate)
optimizer.build([W, b])


def predict(X):
    return tf.add(tf.multiply(X, W), b)


@tf.function(input_signature=[tf.TensorSpec(None, tf.float32), tf.TensorSpec(None, tf.float32)])
def compute_cost(X, Y):
    return tf.reduce_sum(tf.pow(predict(X) - Y, 2)) / (2 * n_samples)


@tf.function(input_signature=[tf.TensorSpec(None, tf.float32), tf.TensorSpec(None, tf.float32)])
def train_step(X, Y):
    with tf.GradientTape() as tape:
        cost = compute_cost(X, Y)
    gradients = tape.gradient(cost, [W, b])
    optimizer.apply_gradients(zip(gradients, [W, b]))


for epoch in range(training_epochs):
    for (x, y) in zip(train_X, train_Y):
        train_step(x, y)

    # Display logs per epoch step
    if (epoch + 1) % display_step == 0:
        c = compute_cost(train_X, train_Y).numpy()
        print("Epoch:", '%04d' % (epoch + 1), "cost=", "{:.9f}".format(c),
              "W=", W.numpy(), "b=", b.numpy())

print("Optimization Finished!")
training_cost = compute_cost(train_X, train_Y).numpy()
print("Training cost=", training_cost, "W=", W.numpy(), "b=", b.numpy(), '\n')

# Testing example
test_X = numpy.asarray([6.83, 4.668, 8.9], dtype=numpy.float32)
test_Y = numpy.asarray([1.84, 2.273, 3.2], dtype=numpy.float32)
testing_cost = (tf.reduce_sum(tf.pow(predict(test_X) - test_Y, 2)) / (2 * test_X.shape[0])).numpy()
print("Testing cost=", testing_cost)
print("Absolute mean square loss difference:", abs(training_cost - testing_cost))

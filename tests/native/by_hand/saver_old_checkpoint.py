import os

import tensorflow as tf

# Written by TensorFlow 1.15, two years before this script runs.
checkpoint = os.path.join(os.path.dirname(os.path.abspath(__file__)), "old_checkpoint", "model.ckpt")

reader = tf.train.load_checkpoint(checkpoint)
kernel = tf.Variable(reader.get_tensor("dense/kernel"))
bias = tf.Variable(reader.get_tensor("dense/bias"))


@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def classify(x):
    scores = tf.matmul(x, kernel) + bias
    return [scores, tf.nn.softmax(scores)]


print(bias.numpy())
print([value.numpy() for value in classify([[1, 2], [-1, 0.5]])])

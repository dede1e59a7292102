import numpy as np
import tensorflow as tf

images = np.arange(24, dtype=np.float32).reshape(8, 3)
labels = np.arange(8, dtype=np.int32)

dataset = tf.data.Dataset.from_tensor_slices((images, labels)).repeat()
dataset = dataset.map(lambda image, label: (image * 2.0, label)).batch(3, drop_remainder=True)
batches = iter(dataset)

for i in range(4):
    image_batch, label_batch = next(batches)
    mean = tf.reduce_mean(image_batch, axis=1)
    print(i, mean.numpy(), label_batch.numpy())

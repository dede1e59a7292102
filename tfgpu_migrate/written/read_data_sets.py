import collections
import gzip
import os

import numpy as np


def read_data_sets(train_dir, one_hot=False, dtype=tf.float32, reshape=True, validation_size=5000, seed=None):
    """MNIST as TensorFlow 1 gave it to its tutorials: from the files in train_dir, or else from Keras."""

    def read(name, header):
        with gzip.open(os.path.join(train_dir, name)) as file:
            return np.frombuffer(file.read(), np.uint8, offset=header)

    if os.path.exists(os.path.join(train_dir, "train-images-idx3-ubyte.gz")):
        images, labels = read("train-images-idx3-ubyte.gz", 16), read("train-labels-idx1-ubyte.gz", 8)
        test_images, test_labels = read("t10k-images-idx3-ubyte.gz", 16), read("t10k-labels-idx1-ubyte.gz", 8)
    else:
        (images, labels), (test_images, test_labels) = tf.keras.datasets.mnist.load_data()
    if not 0 <= validation_size <= len(labels):
        raise ValueError(f"validation_size must be between 0 and {len(labels)}, not {validation_size}")
    if seed is not None:
        np.random.seed(seed)

    def data_set(images, labels):
        images = images.reshape((-1, 784) if reshape else (-1, 28, 28, 1))
        if tf.as_dtype(dtype) != tf.uint8:
            images = images.astype(np.float32) * (1 / 255)
        return MnistDataSet(images, np.eye(10)[labels] if one_hot else labels)

    images, split = images.reshape(-1, 28, 28), validation_size
    return collections.namedtuple("Datasets", ["train", "validation", "test"])(
        data_set(images[split:], labels[split:]),
        data_set(images[:split], labels[:split]),
        data_set(test_images, test_labels),
    )


class MnistDataSet:
    """Images and labels, and batches of them."""

    def __init__(self, images, labels):
        self.images, self.labels, self.num_examples = images, labels, len(images)
        self.epochs_completed = self._index_in_epoch = 0

    def next_batch(self, batch_size, *, shuffle=True):
        """Return the next `batch_size` images and labels; each epoch has an order of its own."""
        images, labels = self.images[:0], self.labels[:0]
        while len(images) < batch_size and self.num_examples:
            if self._index_in_epoch == self.num_examples:
                self.epochs_completed += 1
                self._index_in_epoch = 0
            start = self._index_in_epoch
            if shuffle and start == 0:
                order = np.random.permutation(self.num_examples)
                self.images, self.labels = self.images[order], self.labels[order]
            self._index_in_epoch = end = min(start + batch_size - len(images), self.num_examples)
            images = np.concatenate((images, self.images[start:end]))
            labels = np.concatenate((labels, self.labels[start:end]))
        return images, labels

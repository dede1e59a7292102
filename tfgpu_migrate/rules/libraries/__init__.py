"""7xx: the libraries beside TensorFlow, and the files that say which versions to install."""

"""Facts about TensorFlow's API, as data."""

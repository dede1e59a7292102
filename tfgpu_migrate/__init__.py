"""tfgpu-migrate: moves TensorFlow 1 session and GPU configuration to `tf.config`."""

__version__ = "0.2.0"

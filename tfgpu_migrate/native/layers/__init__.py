"""Layers of `tf.layers` become those of Keras."""

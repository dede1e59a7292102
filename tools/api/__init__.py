"""The table of TensorFlow's names: what it is made of, and what makes it."""

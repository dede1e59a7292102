"""7xx: what stands beside TensorFlow code in notebooks."""

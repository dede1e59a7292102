"""Where a file names TensorFlow, and what its names and scopes mean."""

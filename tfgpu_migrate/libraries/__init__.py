"""Names of the libraries that old TensorFlow scripts use beside it: what became of them, and where a file has them."""

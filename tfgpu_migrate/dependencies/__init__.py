"""Which TensorFlow a project installs: requirements in the files that say so, and what is to stand there."""

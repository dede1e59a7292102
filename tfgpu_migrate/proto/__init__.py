"""The life of a ConfigProto: where it is built, written and handed over, and the tf.config lines that say the same."""

"""`tf.train.Saver` becomes `tf.train.Checkpoint`: the same files, for the same runs."""

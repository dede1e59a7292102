"""Optimizers, gradients and learning rates: a training op becomes a tape."""

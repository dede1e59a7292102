"""Graph code becomes eager TensorFlow 2: sessions go, what they ran are functions."""

"""The bed of the native conversion: TensorFlow 1 programs, what they print on 1.15, and what must become of each."""

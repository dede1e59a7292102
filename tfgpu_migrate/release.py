"""The releases of TensorFlow 2 that code can be made for."""

Release = tuple[int, int]

OLDEST: Release = (2, 4)
NEWEST: Release = (2, 21)

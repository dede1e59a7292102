"""The releases of TensorFlow 2 that code can be made for."""

Release = tuple[int, int]

OLDEST: Release = (2, 4)
NEWEST: Release = (2, 21)


def release(text: str) -> Release:
    """The release that a text like "2.15" names; ValueError where it names none."""
    major, minor = map(int, text.split("."))
    return major, minor


def spelled(one: Release) -> str:
    """A release as users write it: "2.15"."""
    return f"{one[0]}.{one[1]}"

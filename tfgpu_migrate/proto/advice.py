"""Fields of ConfigProto that tf.config cannot set: what a person can do instead."""

_STAYS = "has no tf.config setter: drop the field to move the rest"


def without_setter(path: str) -> str:
    """What to tell about a field that keeps its proto, as a clause."""
    return ADVICE.get(path, _STAYS)


ADVICE: dict[str, str] = {}

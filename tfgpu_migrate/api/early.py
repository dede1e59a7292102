"""What TensorFlow 1.0 changed: names that it took away (early.txt), and calls whose arguments it put elsewhere."""

from functools import cache
from typing import NamedTuple

from tfgpu_migrate.api.names import table_lines


class Passed(NamedTuple):
    """A parameter of a TensorFlow 0.x function: its keyword now (None: none), and whether its place is the same."""

    name: str
    keyword: str | None
    by_position: bool

    @classmethod
    def read(cls, cell: str) -> "Passed":
        """A cell of early.txt."""
        if cell.endswith("!"):
            return cls(cell[:-1], None, by_position=False)
        name, _, new = cell.removesuffix("=").partition(">")
        return cls(name, new or name, not cell.endswith("="))


class EarlyName(NamedTuple):
    """A name of TensorFlow 0.x: what TensorFlow 1.15 calls its object, and its parameters in order."""

    name: str
    parameters: tuple[Passed, ...]


class EarlyOrder(NamedTuple):
    """A function to which one passes its arguments otherwise since TensorFlow 1.0.

    `old` are the parameters of 0.x in order, `new` those that one may give by position since, `keywords` what became of
    a keyword. `known_by` is what only a call of 0.x has: "number first", "number second" (which makes a list with the
    third), "list second", "by position" or "flags second" (a list of booleans, one for each axis); an old keyword is
    always such a sign.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    keywords: dict[str, str]
    known_by: tuple[str, ...]


@cache
def early_names() -> dict[str, EarlyName]:
    """The rows of early.txt by name."""
    split = (line.partition(":") for line in table_lines("early.txt"))
    rows = ((head.split(), tuple(map(Passed.read, cells.split()))) for head, _, cells in split)
    return {old: EarlyName(new, parameters) for (old, new), parameters in rows}


# Source: RELEASE.md of tensorflow 1.0. What 1.x joins or splits is no number and its axis no list; its losses take
# keywords only.
EARLY_ORDERS: dict[str, EarlyOrder] = {
    "SparseTensor": EarlyOrder(
        ("indices", "values", "shape"), ("indices", "values", "dense_shape"), {"shape": "dense_shape"}, ()
    ),
    "concat": EarlyOrder(
        ("concat_dim", "values", "name"), ("values", "axis"), {"concat_dim": "axis"}, ("number first", "list second")
    ),
    "image.resize_images": EarlyOrder(
        ("images", "new_height", "new_width", "method", "align_corners"),
        ("images", "size", "method", "align_corners"),
        {},
        ("number second",),
    ),
    "nn.sigmoid_cross_entropy_with_logits": EarlyOrder(
        ("logits", "targets", "name"), (), {"targets": "labels"}, ("by position",)
    ),
    "nn.softmax_cross_entropy_with_logits": EarlyOrder(("logits", "labels", "dim", "name"), (), {}, ("by position",)),
    "nn.sparse_softmax_cross_entropy_with_logits": EarlyOrder(("logits", "labels", "name"), (), {}, ("by position",)),
    "reverse": EarlyOrder(("tensor", "dims", "name"), ("tensor", "axis"), {"dims": "axis"}, ("flags second",)),
    "split": EarlyOrder(
        ("split_dim", "num_split", "value", "name"),
        ("value", "num_or_size_splits", "axis"),
        {"split_dim": "axis", "num_split": "num_or_size_splits"},
        ("number first",),
    ),
}

"""What a script draws without a seed of its own: why it prints other numbers in each run, or as eager code."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.report.summary import count
from tfgpu_migrate.source import Source, Unreadable

# The place of `seed` among the arguments of what draws, in TensorFlow 1.15 (tools/api/tf1_15_5.txt).
_SEEDS = {
    "glorot_normal_initializer": 0,
    "glorot_uniform_initializer": 0,
    "contrib.layers.xavier_initializer": 1,
    "random_shuffle": 1,
    "random.shuffle": 1,
    "multinomial": 2,
    "random.categorical": 3,
    "random_crop": 2,
    "random_normal_initializer": 2,
    "random_uniform_initializer": 2,
    "truncated_normal_initializer": 2,
    "nn.dropout": 3,
    "random_normal": 4,
    "random.normal": 4,
    "random_uniform": 4,
    "random.uniform": 4,
    "truncated_normal": 4,
    "random.truncated_normal": 4,
    "random_gamma": 4,
    "random.gamma": 4,
}
_PROGRAM_SEEDS = ("set_random_seed", "random.set_seed")  # how the names end
_ANYTHING = (
    "seed what draws numbers (`seed=` of each op, `np.random.seed`), "
    "and use --scratch if it goes on from files that it wrote"
)


def to_compare(text: str) -> str:
    """What makes a script print the same numbers in each run."""
    index = _index(text)
    drawn = [] if index is None or _has_program_seed(index) else [*_without_a_seed(index)]
    return f"{_named(drawn, index)}, to compare the numbers too" if index is not None and drawn else _ANYTHING


def by_program(text: str) -> str:
    """Why a script that only `tf.set_random_seed` seeds draws other numbers in TensorFlow 2; "" where it does not."""
    index = _index(text)
    drawn = [*_without_a_seed(index)] if index is not None and _has_program_seed(index) else []
    if index is None or not drawn:
        return ""
    return f"by the seed of the program alone, eager code draws other numbers than a graph: {_named(drawn, index)}"


def _index(text: str) -> Index | None:
    try:
        return Index(Source("script.py", text))
    except Unreadable:
        return None


def _has_program_seed(index: Index) -> bool:
    return any(use.symbol.endswith(_PROGRAM_SEEDS) for use in index.uses)


def _without_a_seed(index: Index) -> Iterator[Use]:
    for use in index.uses:
        place, call = _SEEDS.get(use.symbol), use.call_node
        if place is None or call is None:
            continue
        # A star, or `**`, may bring a seed: then nothing is said of the call.
        unknown = any(isinstance(one, ast.Starred) for one in call.args) or any(
            one.arg is None for one in call.keywords
        )
        if not unknown and len(call.args) <= place and all(one.arg != "seed" for one in call.keywords):
            yield use


def _named(drawn: list[Use], index: Index) -> str:
    """Which ops to seed: the first by name."""
    first, *more = drawn
    line = index.source.location(first.start)[0]
    if not more:
        return f"`{first.written}` in line {line} draws without a `seed=` of its own; give it one"
    others = count(len(more), "more op")
    return f"`{first.written}` in line {line} and {others} draw without a `seed=` of their own; give each another"

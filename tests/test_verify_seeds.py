"""What draws without a seed of its own, as `verify` names it."""

import pytest

from tests.test_table import ROOT
from tfgpu_migrate.verify.seeds import _SEEDS, by_program, to_compare

RECORD = ROOT / "tools" / "api" / "tf1_15_5.txt"
ANYTHING = "seed what draws numbers"
PROGRAM = "tf.set_random_seed(1)\n"


def recorded() -> dict[str, list[str]]:
    """The parameters of each callable of TensorFlow 1.15."""
    lines = (line.split() for line in RECORD.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {words[0]: words[2:] for words in lines if len(words) > 2}


@pytest.mark.parametrize("name", [name for name in _SEEDS if not name.startswith("contrib.")])
def test_the_places_of_seeds_are_those_of_tensorflow_1(name: str) -> None:
    record = recorded()
    parameters = record[name]
    if parameters[0].startswith("="):
        parameters = record[parameters[0][1:]]
    assert parameters[_SEEDS[name]] == "seed=None"


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("tf.random_normal([2])", "`tf.random_normal` in line 2 draws without a `seed=` of its own; give it one"),
        (
            "tf.nn.dropout(x, 0.5)\ntf.random.normal([2])\ntf.random_uniform([2])",
            "`tf.nn.dropout` in line 2 and 2 more ops draw without a `seed=` of their own; give each another",
        ),
        ("tf.random_normal([2], seed=1)", ""),
        ("tf.random_normal([2], 0.0, 1.0, tf.float32, 1)", ""),
        ("tf.random_normal(*given)", ""),
        ("tf.random_normal([2], **given)", ""),
        ("tf.random_normal", ""),
        ("tf.ones([2])", ""),
        ("x = (", ""),
    ],
)
def test_what_draws_is_named_with_its_line(line: str, named: str) -> None:
    text = f"import tensorflow as tf\n{line}\n"
    assert to_compare(text).startswith(f"{named}, to compare the numbers too" if named else ANYTHING)
    assert by_program(text) == ""
    with_program = f"{text}{PROGRAM}"
    assert to_compare(with_program).startswith(ANYTHING)
    assert by_program(with_program).endswith(f"draws other numbers than a graph: {named}" if named else "") or not named
    assert bool(by_program(with_program)) is bool(named)

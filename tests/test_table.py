"""The table of names: each TF 1 name has one way into TF 2."""

import pytest

from tfgpu_migrate.api.table import compat_name, compat_symbols, renamed


def test_no_name_has_two_ways() -> None:
    assert [name for name in renamed() if compat_name(name) is not None] == []


def test_a_renamed_name_is_not_renamed_again() -> None:
    assert [name for name, new in renamed().items() if new in renamed() or new in compat_symbols()] == []


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("placeholder", "placeholder"),
        ("train.Saver", "train.Saver"),
        ("app.flags.FLAGS", "app.flags.FLAGS"),
        ("GraphKeys.UPDATE_OPS", "GraphKeys.UPDATE_OPS"),
        ("initialize_all_variables", "global_variables_initializer"),
        ("constant", None),
        ("placeholders", None),
        ("train", None),
        ("", None),
    ],
)
def test_name_under_compat_v1(symbol: str, name: str | None) -> None:
    assert compat_name(symbol) == name

"""The table tfgpu_migrate/rules/symbols.txt: each module with checks, and the symbols that they are about.

    python -m tests.rule_symbols

writes it anew; `tests/test_rule_symbols.py` fails where it is out of date.
"""

import pkgutil
from collections.abc import Iterator

from tests.readme import ROOT
from tfgpu_migrate import rules
from tfgpu_migrate.proto.fields import FIELDS
from tfgpu_migrate.proto.messages import MESSAGES

FILE = ROOT / "tfgpu_migrate" / "rules" / "symbols.txt"
_HEAD = """# Which module of this folder has checks about which symbols; "(file)" is any file with TensorFlow.
# Written by `python -m tests.rule_symbols`.
"""


def table() -> str:
    """The text of the table."""
    return _HEAD + "".join(_lines())


def _lines() -> Iterator[str]:
    """A line for each module, in the order in which all of them are imported.

    A module that says what a field of ConfigProto becomes is about all messages: the others of its kind ask for it.
    """
    rules.load()
    about: dict[str, set[str]] = {}
    for symbol, checks in rules.BY_SYMBOL.items():
        for check in checks:
            about.setdefault(check.__module__, set()).add(symbol)
    for field in FIELDS.values():
        about.setdefault(field.lines.__module__, set()).update(MESSAGES)
    for module in pkgutil.walk_packages(rules.__path__, f"{rules.__name__}."):
        if module.name in about:
            yield " ".join((module.name.removeprefix(f"{rules.__name__}."), *sorted(about[module.name]))) + "\n"


if __name__ == "__main__":
    FILE.write_text(table(), encoding="utf-8")

"""The table of private names that are gone: modules below `tensorflow.python`, and names of modules that are there."""

from functools import cache
from pathlib import Path

from tools.api.recorded import lines
from tools.api.sources import defined, is_open, source_of, starred

HEADER = """\
# What tensorflow 2.21 no longer has below tensorflow.python of what 1.15.5 had there: modules, and names of modules,
# with the public name of the object where it had one. Written by tools/api/make_table.py.
"""


def private_table(root: Path) -> str:
    """The text of the table for the TensorFlow in a folder."""
    rows = []
    by_hand = dict(lines("private_homes.txt"))
    for module, *names in lines("private_1_15_5.txt"):
        there = _names(root, module)
        if there is None and not list(root.joinpath(*module.split(".")[:-1]).glob(f"{module.split('.')[-1]}*.so")):
            rows.append(module)
        for name, _, public in (one.partition("=") for one in names):
            if (there is None and public) or (there is not None and name not in there and not _is_open(root, module)):
                rows.append(f"{module}.{name} {public or by_hand.get(f'{module}.{name}', '')}".rstrip())
    return HEADER + "".join(f"{row}\n" for row in sorted(rows))


@cache
def _names(root: Path, module: str) -> frozenset[str] | None:
    """What a module of the installed TensorFlow has; None where there is no such module."""
    path = source_of(root, module)
    if path is None:
        return None
    found = set(defined(path, imports=True))
    for other in starred(path):
        found |= (_names(root, other) or frozenset()) if other != module else frozenset()
    return frozenset(found)


def _is_open(root: Path, module: str) -> bool:
    path = source_of(root, module)
    return path is not None and is_open(path)

"""Modules without TensorFlow that a file with TensorFlow imports: what NumPy took away stops the script there too.

Only file names are compared and imports read by a pattern: most files are neither parsed nor read again.
"""

# Path objects would be most of the cost.
# ruff: noqa: PTH100, PTH118, PTH120

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

_IMPORT = re.compile(
    rb"^[ \t]*(?:from[ \t]+(\.*)[ \t]*([\w.]*)[ \t]+import[ \t]+(?:\(([^)]*)\)|([^\n#;]*))|import[ \t]+([^\n#;]*))",
    re.MULTILINE,
)
_Module = tuple[int, tuple[str, ...]]  # how many dots, and the names behind them


def helpers(users: Mapping[str, bytes], others: Iterable[str], read: Callable[[str], bytes]) -> list[str]:
    """Which of the other files are imported by the files that use TensorFlow, directly or through one another.

    `users` has the contents of those files, `read` returns that of another one, b"" where it cannot. A module is looked
    for beside the file that imports it and in the folders above, of which the nearest that has it counts.
    """
    modules = {_module_file(path): path for path in others if path.endswith(".py")}
    stems = {_stem(file) for file in modules}
    found: dict[str, None] = {}
    todo = [(path, data) for path, data in users.items() if path.endswith(".py")]
    while todo:
        path, data = todo.pop()
        folder = os.path.dirname(os.path.abspath(path))
        for dots, names in _imported(data):
            if names and names[-1] not in stems:
                continue
            module = next((one for base in _bases(folder, dots) if (one := os.path.join(base, *names)) in modules), "")
            if module and modules[module] not in found:
                found[modules[module]] = None
                todo.append((modules[module], read(modules[module])))
    return sorted(found)


def _module_file(path: str) -> str:
    """The path under which an import looks for a file: without its suffix, the folder for an `__init__.py`."""
    module = os.path.abspath(path).removesuffix(".py")
    return os.path.dirname(module) if os.path.basename(module) == "__init__" else module  # noqa: PTH119


def _stem(module: str) -> str:
    return module.rpartition(os.sep)[2]


def _imported(data: bytes) -> Iterator[_Module]:
    """The modules that a file may import: of `from a import b`, `a` and `a.b`."""
    for match in _IMPORT.finditer(data):
        dots, start, listed, line, plain = (one.decode("latin-1") if one else "" for one in match.groups())
        if plain:
            yield from ((0, tuple(name.split("."))) for name in _names(plain))
            continue
        package = tuple(start.split(".")) if start else ()
        yield len(dots), package
        yield from ((len(dots), (*package, name)) for name in _names(listed or line))


def _names(listed: str) -> Iterator[str]:
    """The names in `a as b, c`, without what they are called afterwards."""
    for one in listed.split(","):
        words = one.split()
        if words:
            yield words[0]


def _bases(folder: str, dots: int) -> Iterator[str]:
    if dots:
        for _ in range(dots - 1):
            folder = os.path.dirname(folder)
        yield folder
        return
    while True:
        yield folder
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above

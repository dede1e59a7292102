"""Modules without TensorFlow that a file with TensorFlow imports: what NumPy took away stops the script there too.

Only file names are compared and imports read by a pattern: nothing is parsed, and one text at a time is in memory.
"""

# Path objects would be most of the cost.
# ruff: noqa: PTH118, PTH120

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

_IMPORT = re.compile(rb"import[ \t(]")  # letters first: a search for them is quick
_STATEMENTS = re.compile(rb"[:;]")
_CONTINUED = re.compile(rb"\\\r?\n")
Module = tuple[int, str]  # how many dots, and the names behind them with dots between


def helpers(users: Iterable[str], others: Iterable[str], imports: Callable[[str], Iterable[Module]]) -> list[str]:
    """Which of the other files are imported by the users, files that use TensorFlow, directly or through one another.

    `imports` returns the modules that a file may import. A module is looked for beside the file that imports it and in
    the folders above, of which the nearest that has it counts.
    """
    absolute = cache(os.path.abspath)  # of folders, which have many files
    modules = {_module_file(path, absolute): path for path in others if path.endswith(".py")}
    stems = {_stem(file) for file in modules}

    @cache  # files of one folder mostly import the same
    def file_of(folder: str, dots: int, names: str) -> str:
        below = f"{os.sep}{names.replace('.', os.sep)}" if names else ""
        found = (one for base in _bases(folder, dots) if (one := f"{base}{below}") in modules)
        return modules[next(found, "")]

    modules[""] = ""  # what none of the files is
    found: dict[str, None] = {}
    todo = [path for path in users if path.endswith(".py")] if stems else []
    while todo:
        path = todo.pop()
        folder = absolute(os.path.dirname(path))
        for dots, names in imports(path):
            if names and names.rpartition(".")[2] not in stems:
                continue
            module = file_of(folder, dots, names)
            if module and module not in found:
                found[module] = None
                todo.append(module)
    return sorted(found)


def _module_file(path: str, absolute: Callable[[str], str]) -> str:
    """The path under which an import looks for a file: without its suffix, the folder for an `__init__.py`."""
    folder, name = os.path.split(path)
    return absolute(folder) if name == "__init__.py" else os.path.join(absolute(folder), name.removesuffix(".py"))


def _stem(module: str) -> str:
    return module.rpartition(os.sep)[2]


def imported_modules(data: bytes) -> Iterator[Module]:
    """The modules that a file may import: of `from a import b`, `a` and `a.b`."""
    for match in _IMPORT.finditer(data):
        line = data[data.rfind(b"\n", 0, match.start()) + 1 : match.start()]
        head = _STATEMENTS.split(line)[-1].strip()  # behind `try:` or `import a;`
        if head == b"":
            yield from ((0, name) for name in _names(_line(data, match.end())))
        elif head.startswith(b"from"):
            module = head[4:].strip().decode("latin-1")
            dots = len(module) - len(module.lstrip("."))
            package = module[dots:]
            yield dots, package
            above = f"{package}." if package else ""
            yield from ((dots, f"{above}{name}") for name in _names(_listed(data, match.end())))


def _line(data: bytes, start: int) -> str:
    """The rest of a line, continued lines too, without what follows the start of a comment or another statement."""
    end = data.find(b"\n", start)
    while end > 0 and data[start:end].rstrip(b"\r").endswith(b"\\"):
        end = data.find(b"\n", end + 1)
    rest = _CONTINUED.sub(b" ", data[start : end if end >= 0 else len(data)])
    return rest.partition(b"#")[0].partition(b";")[0].decode("latin-1")


def _listed(data: bytes, start: int) -> str:
    """What a `from` names: the rest of the line, or what stands in parentheses."""
    line = _line(data, start - 1).strip()
    if not line.startswith("("):
        return line
    lines = data[start : data.find(b")", start)].split(b"\n")
    return " ".join(one.partition(b"#")[0].decode("latin-1") for one in lines).strip(" (")


def _names(listed: str) -> Iterator[str]:
    """The names in `a as b, c`, without what they are called afterwards."""
    for one in listed.split(","):
        words = one.split()
        if words:
            yield words[0]


def _bases(folder: str, dots: int) -> Iterator[str]:
    """Where a module is looked for, without separators at the end."""
    base = folder.rstrip(os.sep)
    for _ in range(dots - 1):
        base = base.rpartition(os.sep)[0]
    yield base
    while base and not dots:
        base = base.rpartition(os.sep)[0]
        yield base

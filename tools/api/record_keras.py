"""Records the modules of Keras 1.2 to 2.3 and what they have: `keras_old.txt`.

    python -m tools.api.record_keras /path/to/Keras-1.2.2/keras /path/to/Keras-2.3.1/keras ... > tools/api/keras_old.txt

The folders are those of the released packages: 1.2.2, 2.0.9, 2.2.4 and 2.3.1. It reads sources with `ast`. Running it
again writes the same bytes.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tools.api.sources import defined, module_name, source_of

HEADER = """\
# The modules of Keras 1.2.2, 2.0.9, 2.2.4 and 2.3.1, one a line: name below `keras` (`.` is the package itself), and
# the public names of its own or that it takes from others of them. Written by tools/api/record_keras.py.
"""


def main(roots: list[Path]) -> None:
    """Write the modules of all folders, sorted."""
    found: dict[str, set[str]] = defaultdict(set)
    for root in roots:
        for path in sorted(root.rglob("*.py")):
            module = module_name(path.relative_to(root))
            if not module.rpartition(".")[2].startswith("_"):
                found[module] |= _names(root, module)
    sys.stdout.write(HEADER)
    for module, names in sorted(found.items()):
        sys.stdout.write(" ".join([module or ".", *sorted(names)]) + "\n")


def _names(root: Path, module: str) -> set[str]:
    """The public names of a module: what it defines, and what it takes from other modules of the package."""
    path = source_of(root, module) if module else root / "__init__.py"
    if path is None:
        return set()
    found = defined(path, imports=False)
    package = module if path.stem == "__init__" else module.rpartition(".")[0]
    for home, name, bound in _taken(path, package):
        if name == "*":
            found |= _names(root, home)
        elif source_of(root, f"{home}.{name}".lstrip(".")) is None and not bound.startswith("_"):
            found.add(bound)
    return found


def _taken(path: Path, package: str) -> Iterator[tuple[str, str, str]]:
    """Module, name and local name of each relative `from` import."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            above = package.split(".") if package else []
            base = above[: len(above) - node.level + 1]
            home = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((home, one.name, one.asname or one.name) for one in node.names)


if __name__ == "__main__":
    main([Path(one) for one in sys.argv[1:]])

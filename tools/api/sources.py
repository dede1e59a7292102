"""Which names the source of a module binds, read with `ast`."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path


def module_name(path: Path) -> str:
    """The dotted name of a file below the package: "python.framework.ops"."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def source_of(root: Path, module: str) -> Path | None:
    """The file of a module below the package; None where there is no source."""
    path = root.joinpath(*module.split("."))
    found = (path.with_suffix(".py"), path / "__init__.py")
    return next((one for one in found if one.exists()), None)


def defined(path: Path, *, imports: bool) -> set[str]:
    """The public names that a module binds at its top level, on request also by importing them."""
    tree = ast.parse(path.read_text(encoding="utf-8", errors="replace"))
    return {name for name in _bound(tree.body, imports=imports) if not name.startswith("_")}


def starred(path: Path) -> list[str]:
    """The modules of TensorFlow whose names a module takes with `import *`."""
    tree = ast.parse(path.read_text(encoding="utf-8", errors="replace"))
    taken = [one for one in ast.walk(tree) if isinstance(one, ast.ImportFrom) and one.names[0].name == "*"]
    return [one.module.removeprefix("tensorflow.") for one in taken if one.module]


def is_open(path: Path) -> bool:
    """Whether running the module may give it names that its source does not show: messages, `__getattr__`."""
    return path.stem.endswith("_pb2") or "__getattr__" in path.read_text(encoding="utf-8", errors="replace")


def _bound(body: Iterable[ast.stmt], *, imports: bool) -> Iterator[str]:
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))
        elif imports and isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from ((alias.asname or alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, (ast.If, ast.Try, ast.With)):
            handlers = [one.body for one in node.handlers] if isinstance(node, ast.Try) else []
            for part in (node.body, getattr(node, "orelse", []), *handlers):
                yield from _bound(part, imports=imports)

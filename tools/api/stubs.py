"""Reads TensorFlow's API stubs and the definitions they point to, with `ast` and without importing TensorFlow."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

Target = tuple[str, str]  # (module, symbol): equal pairs are the same object


class Given(NamedTuple):
    """A parameter: its name, the text of its default ("" for none, "?" for one that is no plain value), its kind."""

    name: str
    default: str = ""
    keyword_only: bool = False


class Api(NamedTuple):
    """The names of one API: symbols with what they are, and the namespaces they stand in."""

    targets: dict[str, Target]
    modules: frozenset[str]


def native_api(tensorflow: Path) -> Api:
    """The names of `tensorflow`."""
    top = _imported(tensorflow / "__init__.py")
    found = _walk(tensorflow / "_api/v2", skip=("compat/v1", "compat/v2", "__internal__"))
    return Api({**found.targets, **top}, found.modules)


def v1_api(tensorflow: Path) -> Api:
    """The names of `tensorflow.compat.v1`."""
    return _walk(tensorflow / "_api/v2/compat/v1", skip=("compat/v1", "compat/v2", "__internal__"))


def v1_stubs(tensorflow: Path) -> dict[str, Target]:
    """The public names of a TensorFlow 1 with what they are."""
    below = _walk(tensorflow / "_api/v1", skip=("compat", "v1", "v2")).targets
    return {**below, **_imported(tensorflow / "__init__.py")}


def names_below(base: Path) -> frozenset[str]:
    """The public names of the stubs of another package, namespaces included."""
    found = _walk(base, skip=("__internal__",))
    return frozenset((*found.targets, *found.modules)) - {""}


def _walk(base: Path, skip: tuple[str, ...]) -> Api:
    targets: dict[str, Target] = {}
    modules = set()
    for path in sorted(base.rglob("__init__.py")):
        folder = path.parent.relative_to(base).as_posix()
        if folder.startswith(skip):
            continue
        prefix = "" if folder == "." else folder.replace("/", ".") + "."
        modules.add(prefix[:-1])
        targets.update((prefix + name, target) for name, target in _imported(path).items())
    return Api(targets, frozenset(modules))


def _imported(path: Path) -> dict[str, Target]:
    """The symbols that a stub binds; its imports of other stubs are namespaces."""
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and node.module and not node.module.startswith("tensorflow._api")
        for alias in node.names
        if not (alias.asname or alias.name).startswith("_")
    }


def parameters(tensorflow: Path, target: Target) -> list[Given] | None:
    """The parameters of what a stub points to, without `self`; None where its source does not say."""
    module, symbol = target
    path = tensorflow.parent.joinpath(*module.split("."))
    definition = _definition(path.with_suffix(".py"), symbol)
    while isinstance(definition, ast.Name):
        definition = _definition(path.with_suffix(".py"), definition.id)
    if isinstance(definition, ast.FunctionDef):
        return list(_given(definition.args, skip=0))
    if isinstance(definition, ast.ClassDef):
        return _constructor(path.with_suffix(".py"), definition)
    return None


def _constructor(path: Path, definition: ast.ClassDef) -> list[Given] | None:
    for maker in ("__init__", "__new__"):
        for node in definition.body:
            if isinstance(node, ast.FunctionDef) and node.name == maker:
                return list(_given(node.args, skip=1))
    names = [base.id for base in definition.bases if isinstance(base, ast.Name) and base.id != "object"]
    if names:
        inherited = _definition(path, names[0])
        return _constructor(path, inherited) if isinstance(inherited, ast.ClassDef) else None
    return [] if all(isinstance(base, ast.Name) for base in definition.bases) else None


def _given(arguments: ast.arguments, skip: int) -> Iterator[Given]:
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + [*map(_text, arguments.defaults)]
    for one, default in [*zip(positional, defaults, strict=True)][skip:]:
        yield Given(one.arg, default or "")
    if arguments.vararg:
        yield Given(f"*{arguments.vararg.arg}", keyword_only=True)
    for one, node in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield Given(one.arg, _text(node) if node else "", keyword_only=True)
    if arguments.kwarg:
        yield Given(f"**{arguments.kwarg.arg}", keyword_only=True)


def _text(node: ast.expr) -> str:
    """The default as `repr` would write it; "?" where only running it could tell."""
    text = ast.unparse(node).replace(" ", "")
    try:
        return repr(ast.literal_eval(node)).replace(" ", "")
    except ValueError:
        return f"tf.{text.removeprefix('dtypes.')}" if text.startswith("dtypes.") else "?"


def _definition(path: Path, symbol: str) -> ast.AST | None:
    return _definitions(path).get(symbol) if path.exists() else None


@cache
def _definitions(path: Path) -> dict[str, ast.AST]:
    """What the names of a source file are: functions, classes, and names that stand for others."""
    found: dict[str, ast.AST] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = node.value
            while isinstance(value, ast.Call) and len(value.args) == 1:  # tf_export("name")(function)
                value = value.args[0]
            found[node.targets[0].id] = value
    return found

"""Placeholders of which a dataset is made: what is fed to them when its iterator begins takes their place."""

from __future__ import annotations

import ast
import re

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.model import Program, Refused, Source

_CHANGING = frozenset(("fill", "itemset", "partition", "put", "resize", "shuffle", "sort"))
_READING = frozenset(("float", "int", "len", "print", "str"))


def fill(source: Source, program: Program, index: Index) -> None:
    """Write what is fed where the placeholders of a dataset stand. Raises Refused where it may be something else."""
    names = {one.id for one in source.known.fed}
    for start in source.starts:
        if names - start.feed.keys():
            raise Refused(start.call, f"`{min(names - start.feed.keys())}` is not fed")
    if not names:
        if any(one.feed for one in source.starts):
            raise Refused(source.starts[0].call, "an iterator is fed what its dataset does not need")
        return
    if not source.starts:
        raise Refused(source.made, "an iterator never begins")
    for name in sorted(names):
        _fill(name, source, program, index)


def _fill(name: str, source: Source, program: Program, index: Index) -> None:
    text = index.source.text
    given = {text[slice(*index.source.span(one.feed[name]))] for one in source.starts}
    value, placeholder = source.starts[0].feed[name], program.placeholders.get(name)
    if len(given) > 1 or not isinstance(value, (ast.Name, ast.Constant)):
        raise Refused(value, f"`{name}` is fed different things, or what is computed, to a dataset")
    if placeholder is None:
        raise Refused(value, f"`{name}` is fed to several datasets")
    read = any(placeholder in step.reads for step in program.steps.values())
    if read or any(name in one.feed for one in program.runs):
        raise Refused(value, f"`{name}` is fed to a dataset, and to a run")
    places = [one for one in source.known.fed if one.id == name]
    if isinstance(value, ast.Name):
        _must_stay(value.id, min(one.lineno for one in places), source, index)
    written = _as_fed(value, placeholder.node, index)
    for one in places:
        start, end = index.source.span(one)
        program.edits.append(Edit(start, text[start:end], written))
    program.gone.append(placeholder.step)
    del program.placeholders[name]


def _as_fed(value: ast.expr, made: ast.expr | None, index: Index) -> str:
    """What a session makes of a value that it is fed: an array of the type of the placeholder."""
    text = index.source.text[slice(*index.source.span(value))]
    call = made if isinstance(made, ast.Call) else None
    given = (
        [*(call.args[:1] if call else ()), *(one.value for one in call.keywords if one.arg == "dtype")] if call else []
    )
    dtype = ast.unparse(given[0]) if given else ""
    if dtype in (f"{text}.dtype", "tf.string"):
        return text
    named = dtype.rpartition(".")[2]
    values = [
        one.value
        for one in index.nodes
        if isinstance(one, ast.Assign) and any(ast.unparse(each) == text for each in one.targets)
    ]
    values = [value] if isinstance(value, ast.Constant) else values
    if values and all(isinstance(one, ast.Constant) and type(one.value) is int for one in values):
        return text  # a size
    if values and all(re.search(rf"(?:astype\(|dtype=)np\.{named}\b", ast.unparse(one)) for one in values):
        return text
    if dtype.count(".") == 1 and values and all(re.match(r"np\.\w", ast.unparse(one)) for one in values):
        return f"{dtype.partition('.')[0]}.cast({text}, {dtype})"
    raise Refused(value, f"what is fed to a dataset may be of another type than {dtype or 'its placeholder'}")


def _must_stay(name: str, line: int, source: Source, index: Index) -> None:
    """Raise Refused where a value may change between its use in a dataset and the runs that feed it."""
    known = {id(each) for one in source.starts for each in ast.walk(one.call)}
    for one in index.nodes:
        at = getattr(one, "lineno", 0)
        if isinstance(one, ast.Name) and one.id == name and not isinstance(one.ctx, ast.Load) and at >= line:
            raise Refused(one, f"`{name}`, which is fed to a dataset, is bound below it")
        if at < line:
            continue
        changed = isinstance(one, ast.Subscript) and not isinstance(one.ctx, ast.Load)
        called = isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr in _CHANGING
        if changed or (called and not _is_shuffle_of_dataset(one, source)):
            raise Refused(one, f"`{name}`, which is fed to a dataset, may change here")
        if isinstance(one, ast.Call) and id(one) not in known and isinstance(one.func, ast.Name):
            given = [*one.args, *(each.value for each in one.keywords)]
            handed = any(isinstance(each, ast.Name) and each.id == name for each in given)
            if handed and one.func.id not in _READING:
                raise Refused(one, f"`{name}`, which is fed to a dataset, may change here")


def _is_shuffle_of_dataset(node: ast.AST, source: Source) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "shuffle":
        return False
    return source.dataset in ast.unparse(node.func.value) or "Dataset" in ast.unparse(node.func.value)

"""Which imports have run where: the block of imports around one, and the first that surely runs before another."""

import ast
from collections.abc import Sequence

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use


def import_block(index: Index, statement: ast.stmt) -> list[ast.stmt]:
    """The run of import statements around `statement` in its block, `try` and `if` of nothing but imports included.

    A `try` around an import counts as the import. A paragraph of imports that has a comment above it and goes on with
    other code belongs to that.
    """
    holder, _ = next(index.holders(statement))
    while isinstance(holder, ast.Try) and all(only_imports(one) for one in holder.body):
        statement, (holder, _) = holder, next(index.holders(holder))
    block = index.block(statement)
    at = block.index(statement)
    first = last = at
    while first > 0 and only_imports(block[first - 1]):
        first -= 1
    while last + 1 < len(block) and only_imports(block[last + 1]):
        last += 1
    if last + 1 < len(block) and block[last + 1].lineno == _below(block[last]):
        start = last
        while start > at and block[start].lineno == _below(block[start - 1]):
            start -= 1
        above = index.source.text[index.source.line_offset(block[start].lineno - 1) :]
        if start > at and above.lstrip(" \t").startswith("#"):
            last = start - 1
    return block[first : last + 1]


def _below(statement: ast.stmt) -> int:
    """The number of the line below a statement."""
    return (statement.end_lineno or statement.lineno) + 1


def only_imports(statement: ast.stmt) -> bool:
    """Whether a statement imports and does nothing else: a `try` or an `if` of nothing but imports, too."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return True
    if not isinstance(statement, (ast.Try, ast.If)):
        return False
    parts = [*statement.body, *statement.orelse, *getattr(statement, "finalbody", ())]
    caught = [child for handler in getattr(statement, "handlers", ()) for child in handler.body]
    stands_in = (ast.Pass, ast.Assign)  # `MPI = None`
    return (
        any(map(only_imports, parts))
        and all(only_imports(one) or isinstance(one, ast.Pass) for one in parts)
        and all(only_imports(one) or isinstance(one, stands_in) for one in caught)
    )


def no_later(index: Index, statement: ast.stmt, anchor: ast.stmt) -> bool:
    """Whether a statement has surely run once the import `anchor` and those directly around it have."""
    if statement is anchor:
        return True
    top, start = _outermost(index, statement), _try_around(index, anchor)
    block = index.block(top)
    for one in (start, *index.all_holders(start)):
        if isinstance(one, ast.stmt) and index.block(one) is block:
            above = block.index(top) <= block.index(one)
            return above or (one is start and top in import_block(index, one))
    return False


def _outermost(index: Index, statement: ast.stmt) -> ast.stmt:
    """The `try` or `if` of nothing but imports that holds an import; the import itself where none does."""
    tried = _try_around(index, statement)
    holder, _ = next(index.holders(tried))
    if isinstance(holder, ast.If) and only_imports(holder):
        return _outermost(index, holder)
    return tried


def _try_around(index: Index, statement: ast.stmt) -> ast.stmt:
    """The `try` of nothing but imports that holds an import: code behind it counts on them."""
    holder, _ = next(index.holders(statement))
    if isinstance(holder, ast.ExceptHandler):
        holder, _ = next(index.holders(holder))
    if isinstance(holder, ast.Try) and all(only_imports(one) for one in holder.body):
        return _try_around(index, holder)
    return statement


def first_import(index: Index, anchor: ast.stmt, *, also_tried: bool = False) -> ast.stmt:
    """The first import of TensorFlow that surely runs before `anchor`; `anchor` where none does.

    What a file needs beside its imports stands there, so that one line serves them all. `also_tried`: it may be one
    that a `try` around it allows to fail.
    """
    holders = [anchor, *(one for one in index.all_holders(anchor) if isinstance(one, ast.stmt))]
    inner = [one for one in holders if one is anchor or not isinstance(next(index.holders(one))[0], ast.ClassDef)]
    blocks = [index.block(one) for one in inner]
    for one in index.imports():
        top = _try_around(index, one) if also_tried else one
        if one.lineno <= anchor.lineno and is_of_tensorflow(one) and any(index.block(top) is each for each in blocks):
            return one
    return anchor


def import_at_work(index: Index, uses: Sequence[Use]) -> ast.stmt:
    """The import that brought the first of these uses, those left out that only functions import and run.

    It is the first import of the file, where something of TensorFlow is used above it that may build a graph.
    """
    brought = [(index.import_of(use), use.scope.function.kind) for use in uses]
    early = [
        one for one, kind in brought if kind != "function" or index.block(_try_around(index, one)) is index.tree.body
    ]
    anchor = min(early, key=lambda one: one.lineno, default=brought[0][0])
    start, _ = index.source.span(anchor)
    if any(one.start < start and _may_build(one) for one in index.uses):
        return first_import(index, anchor, also_tried=True)
    return anchor


def _may_build(use: Use) -> bool:
    """Whether a use is more than an import, a private module (`device_lib`) or a data set of the tutorials."""
    return not use.is_import and use.namespace in ("", "compat.v1") and not use.symbol.startswith("examples.")


def is_of_tutorials(statement: ast.stmt) -> bool:
    """`from tensorflow.examples.tutorials.mnist import input_data`: TensorFlow 2 has nothing of it."""
    return isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("tensorflow.examples")


def is_of_tensorflow(statement: ast.Import | ast.ImportFrom) -> bool:
    """Whether it imports something of TensorFlow itself, not only of Keras or tf_slim."""
    paths = [statement.module or ""] if isinstance(statement, ast.ImportFrom) else [one.name for one in statement.names]
    return any(path.partition(".")[0] == "tensorflow" for path in paths)

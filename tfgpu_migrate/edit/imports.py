"""Import statements as edits: where a line goes, what TensorFlow is called, which names are no longer needed."""

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from tfgpu_migrate.api.contrib import PACKAGES
from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.import_blocks import (
    first_import,
    import_block,
    is_of_tensorflow,
    is_of_tutorials,
    no_later,
    only_imports,
)
from tfgpu_migrate.edit.listed import cut_beside_comment
from tfgpu_migrate.edit.statements import comments_in, has_own_line, is_followed, line_above, replace_statements
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Binding, Scope
from tfgpu_migrate.index.symbols import symbol_of
from tfgpu_migrate.index.uses import Use

_ROOTS = ("tensorflow", "tensorflow.compat.v1", "tensorflow.compat.v2")

# A line of its own that the file's author took out: `# from x import y`.
_COMMENTED_IMPORT = re.compile(r"#+[ \t]*(?:import[ \t]+[\w.]+|from[ \t]+[\w.]+[ \t]+import\b)[^\r\n]*(?:\r\n?|\n|$)")


class Module(NamedTuple):
    """What TensorFlow is called at a place: `name` is the local name, `is_v1` whether it means `compat.v1`."""

    name: str
    is_v1: bool


def module_at(index: Index, scope: Scope, position: tuple[int, int], anchor: ast.stmt | None = None) -> Module | None:
    """The local name of TensorFlow that a line at `position` (1-based line, column) in `scope` can use.

    `anchor`: an import that has run when the line runs; only names count that are then surely bound, too.
    """
    if index.names is None:
        return None
    names: list[str] = []
    visible: Scope | None = scope
    while visible is not None:
        names.extend(visible.bindings)
        visible = visible.parent
    for name in sorted(set(names), key=lambda one: (one != "tf", one)):
        path, _ = index.path_at(name, scope, position)
        if path in _ROOTS and not _goes(index, name) and (anchor is None or _is_there(index, name, scope, anchor)):
            return Module(name, path == "tensorflow.compat.v1")
    return None


def _is_there(index: Index, name: str, scope: Scope, anchor: ast.stmt) -> bool:
    owner = scope.owner(name)
    staying = (one for one in (owner.bindings[name] if owner else ()) if not _says_nothing(one))
    return any(isinstance(one.statement, ast.stmt) and no_later(index, one.statement, anchor) for one in staying)


def _says_nothing(binding: Binding) -> bool:
    """`tf = None`, and what will go: `import tensorflow.contrib` binds `tensorflow`."""
    is_none = isinstance(getattr(binding.statement, "value", None), ast.Constant)
    return is_none or (isinstance(binding.statement, ast.Import) and _is_gone(binding.target))


def _is_gone(target: ast.AST | None) -> bool:
    """Whether an alias without `as` imports a module that is gone."""
    if not isinstance(target, ast.alias) or target.asname is not None:
        return False
    return symbol_of(target.name).name.partition(".")[0] in PACKAGES


def _goes(index: Index, name: str) -> bool:
    """Whether only imports of what is gone bind the name: `import tensorflow.contrib.slim` binds `tensorflow`."""
    aliases = [alias for one in index.imports() if isinstance(one, ast.Import) for alias in one.names]
    mine = [one for one in aliases if one.asname is None and one.name.partition(".")[0] == name]
    return bool(mine) and all(map(_is_gone, mine))


def after_imports(index: Index, statement: ast.stmt) -> int | None:
    """Offset of the line after the import block of `statement`; None where other code shares the line of `statement`.

    Where other code shares the block's last line, the block ends above that.
    What of the tutorials ends a block of TensorFlow's goes: a comment above it ("Import MNIST data") stays above the
    code behind the block, which reads the data. Imports that are commented out belong to the block above them.
    """
    source, block = index.source, import_block(index, statement)
    while is_followed(index, block[-1]):
        if statement is block[-1] or len(block) == 1:
            return None
        del block[-1]
    end, stay = source.next_line(source.span(block[-1])[1]), [one for one in block if not is_of_tutorials(one)]
    if block[-1] not in stay and any(one in stay and is_of_tensorflow(one) for one in index.imports()):
        above = source.next_line(source.span(stay[-1])[1])
        return above if "#" in source.text[above:end] else end
    while commented := _COMMENTED_IMPORT.match(source.text, end):
        end = commented.end()
    return end


def beside_imports(index: Index, statement: ast.stmt, line: str) -> Edit:
    """A line below the imports around an import, or above them where other code shares their last line.

    Raises SharedLine where it can stand at neither place.
    """
    source, block = index.source, import_block(index, statement)
    at = after_imports(index, statement)
    if at is None:
        at = line_above(index, next(one for one in block if not _is_future(one)))
        return Edit(at, "", f"{source.indent(at)}{line}{source.newline}")
    head = "" if source.text[at - 1] in "\r\n" else source.newline
    return Edit(at, "", f"{head}{source.indent(source.span(block[-1])[0])}{line}{source.newline}")


def insert_lines(index: Index, at: int, lines: Sequence[str], *, blank: int) -> Edit:
    """Insert lines at the start of the line at `at`, with `blank` empty lines before, and after where code follows."""
    source, newline = index.source, index.source.newline
    head = "" if at == 0 or source.text[at - 1] in "\r\n" else newline
    present = len(source.blank_lines_after(at))
    tail = newline * max(0, blank - present) if source.text[at:].strip() else ""
    return Edit(at, "", head + newline * blank + newline.join(lines) + newline + tail)


def ensure_module(index: Index, use: Use, anchor: ast.stmt) -> tuple[Module, list[Edit]]:
    """What TensorFlow is called at a use that runs after the import `anchor`, and the edits that give it a name.

    Raises SharedLine where no line can go above the import.
    """
    return named(index, use.scope, (use.node.lineno, use.node.col_offset), anchor)


def named(index: Index, scope: Scope, position: tuple[int, int], anchor: ast.stmt) -> tuple[Module, list[Edit]]:
    """`ensure_module` for a line at `position` in `scope`."""
    module = module_at(index, scope, position, anchor)
    if module is not None:
        return module, []
    first = first_import(index, anchor)
    name = "tf" if _is_free(index, "tf", scope, first) else "tensorflow"
    return Module(name, is_v1=False), [*add_module_import(index, first, name), *_moved_up(index, first, name)]


def _is_free(index: Index, name: str, scope: Scope, anchor: ast.stmt) -> bool:
    """Whether a name can mean TensorFlow in `scope` once it is bound beside `anchor`.

    What binds it already must be `import tensorflow as NAME`: beside the anchor, or out of sight.
    """
    kinds = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    home = next(one for one in index.all_holders(anchor) if isinstance(one, kinds))
    visible, seen = list[ast.AST](), scope
    while seen.parent is not None:
        visible, seen = [*visible, seen.node], seen.parent
    for one in (*index.variables([name]).scopes,):
        bindings = one.bindings.get(name, ())
        if bindings and one.node is not home and (one.node in visible or one.parent is None):
            return False
        if not all(_is_plain(binding.target, name) for binding in bindings):
            return False
    return True


def _is_plain(target: ast.AST | None, name: str) -> bool:
    return isinstance(target, ast.alias) and target.name == "tensorflow" and (target.asname or target.name) == name


def _moved_up(index: Index, anchor: ast.stmt, name: str) -> list[Edit]:
    """Edits that take away the `import tensorflow as NAME` further down, each with its line."""
    source, block, edits = index.source, index.block(anchor), list[Edit]()
    for one in block[block.index(anchor) + 1 :]:
        plain = isinstance(one, ast.Import) and len(one.names) == 1 and _is_plain(one.names[0], name)
        if plain and has_own_line(index, one):
            start, end = source.span(one)
            start, end = source.line_start(start), source.next_line(end)
            if "#" not in source.text[start:end]:
                end += _blank_lines_that_go(index, start, end)
                edits.append(Edit(start, source.text[start:end], ""))
    return edits


def _blank_lines_that_go(index: Index, start: int, end: int) -> int:
    """The length of the blank lines below a line that goes: those above it stay. None where an edit may take them."""
    source = index.source
    below = "".join(source.blank_lines_after(end))
    stays = source.text.startswith(("#", "def ", "class ", "@"), end + len(below))
    return len(below) if stays and source.blank_lines_before(start) else 0


def add_module_import(index: Index, anchor: ast.stmt, name: str = "tf") -> list[Edit]:
    """`import tensorflow as tf` above an import statement. Raises SharedLine where no line can go there."""
    clause = "" if name == "tensorflow" else f" as {name}"
    return [add_line_above(index, anchor, f"import tensorflow{clause}")]


def add_line_above(index: Index, anchor: ast.stmt, line: str) -> Edit:
    """A line above a statement, or above what it shares its line with. Raises SharedLine where none can go there."""
    at = line_above(index, anchor)
    return Edit(at, "", f"{index.source.indent(at)}{line}{index.source.newline}")


def add_stdlib_imports(index: Index, modules: Iterable[str], before: ast.stmt) -> list[Edit]:
    """`import module` for each, among the standard library's imports above `before`, or in a group above them all.

    A module that the same block of imports has already, above or below, is not imported again. Raises SharedLine.
    """
    present = {name for one in _imports_around(index, before) for name in _modules(one)}
    return _stdlib_lines(index, set(modules) - present, before)


def import_above(index: Index, module: str, before: ast.stmt) -> list[Edit]:
    """`import module` above `before`; a statement further down that imports nothing else moves there.

    An import beside others (`import numpy as np, os`) stays, and does no harm. Raises SharedLine.
    """
    block = index.block(before)
    at = block.index(before)
    if any(module in _modules(one) for one in block[:at]):
        return []
    below = [one for one in block[at:] if module in _modules(one)]
    alone = [
        one
        for one in below
        if _modules(one) == {module} and len(getattr(one, "names", ())) == 1 and has_own_line(index, one)
    ]
    return [*_stdlib_lines(index, {module}, before), *replace_statements(index, dict.fromkeys(alone, ()))]


def _modules(statement: ast.stmt) -> set[str]:
    """The modules that a statement imports under their own names."""
    names = statement.names if isinstance(statement, ast.Import) else ()
    return {alias.name for alias in names if not alias.asname}


def _stdlib_lines(index: Index, modules: set[str], before: ast.stmt) -> list[Edit]:
    block = _imports_around(index, before)
    stdlib = [one for one in block if isinstance(one, ast.Import) and _is_stdlib(one) and one.lineno < before.lineno]
    source, lines = index.source, dict[int, list[str]]()
    ends = bool(stdlib) and not is_followed(index, stdlib[-1])
    for module in sorted(modules):
        later = next((one for one in stdlib if one.names[0].name > module), None)
        if later is None and ends:
            start, end = source.span(stdlib[-1])
            at, indent = source.next_line(end), source.indent(start)
        else:
            at = line_above(index, later or next(one for one in block if not _is_future(one)))
            indent = source.indent(at)
        lines.setdefault(at, []).append(f"{indent}import {module}{source.newline}")
    gap = "" if stdlib else source.newline
    return [Edit(at, "", _below_future(index, at) + "".join(texts) + gap) for at, texts in lines.items()]


def _below_future(index: Index, at: int) -> str:
    """The blank line that parts a line at `at` from an import of `__future__` right above it."""
    above = index.source.text[index.source.line_start(at - 1) : at] if at else ""
    return index.source.newline if above.startswith("from __future__ ") else ""


def _imports_around(index: Index, statement: ast.stmt) -> list[ast.stmt]:
    """The block of imports around one, and what is imported above it where only `os.environ` is set in between."""
    block = import_block(index, statement)
    around = index.block(block[0])
    above = around[: around.index(block[0])]
    while above and (only_imports(above[-1]) or _sets_environment(index, above[-1])):
        one = above.pop()
        block = [one, *block] if only_imports(one) else block
    return block


def _sets_environment(index: Index, statement: ast.stmt) -> bool:
    start, end = index.source.span(statement)
    return index.source.text[start:end].startswith(("os.environ[", "os.environ.setdefault(", "os.environ.update("))


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _is_stdlib(statement: ast.Import) -> bool:
    import sys

    return all(alias.name.partition(".")[0] in sys.stdlib_module_names for alias in statement.names)


def unused_after(index: Index, removed: Iterable[tuple[int, int]]) -> list[ast.alias]:
    """The imported TensorFlow names whose every use lies in one of the `removed` spans."""
    spans = sorted(removed)
    if index.names is None or not spans:
        return []
    gone: list[ast.alias] = []
    for scope in index.names.scopes:
        for name, bindings in scope.bindings.items():
            occurrences = (one for one in index.names.occurrences if one.name.id == name)
            uses = [one for one in occurrences if one.scope.owner(name) is scope]
            aliases = [binding.target for binding in bindings if binding.kind == "import"]
            if uses and len(aliases) == len(bindings) and all(_inside(index, one.name, spans) for one in uses):
                gone.extend(alias for alias in aliases if isinstance(alias, ast.alias))
    return gone


def _inside(index: Index, node: ast.expr, spans: Sequence[tuple[int, int]]) -> bool:
    start, end = index.source.span(node)
    return any(first <= start and end <= last for first, last in spans)


def remove_names(
    index: Index, gone: Sequence[ast.alias], *, beside: Mapping[ast.stmt, Sequence[str]] | None = None
) -> list[Edit]:
    """Edits that take names out of their import statements; of one that loses all of them only its comments stay.

    `beside`: the other statements that the same fix replaces, each with its lines. Raises SharedLine where a statement
    has its line not to itself.
    """
    edits: list[Edit] = []
    emptied: dict[ast.stmt, Sequence[str]] = {}
    for statement in {id(alias): one for one in index.imports() for alias in one.names if alias in gone}.values():
        if all(alias in gone for alias in statement.names):
            emptied[statement] = comments_in(index.source.text[slice(*index.source.span(statement))])
        else:
            edits.extend(_cut_names(index, statement, gone))
    return list(dict.fromkeys(edits)) + replace_statements(index, {**emptied, **(beside or {})})


def as_one(index: Index, statement: ast.stmt, edits: Sequence[Edit]) -> list[Edit]:
    """Edits within one statement as one edit of all of it, so that other fixes of the statement wait for it."""
    source = index.source
    start, end = source.span(statement)
    inside = sorted(edit for edit in edits if start <= edit.start and edit.end <= end)
    if not inside:
        return list(edits)
    text, last = "", start
    for edit in inside:
        text, last = text + source.text[last : edit.start] + edit.new, edit.end
    whole = Edit(start, source.text[start:end], text + source.text[last:end])
    return [whole, *(edit for edit in edits if edit not in inside)]


def _cut_names(index: Index, statement: ast.Import | ast.ImportFrom, gone: Sequence[ast.alias]) -> list[Edit]:
    """Neighbours that go are cut as one piece, but where a comment stands between what would be cut."""
    source, names, edits = index.source, statement.names, list[Edit]()
    for goes, run in groupby(range(len(names)), key=lambda position: names[position] in gone):
        positions = list(run)
        if not goes:
            continue
        first, last = positions[0], positions[-1]
        if last + 1 < len(names):
            start, end = source.span(names[first])[0], source.span(names[last + 1])[0]
        else:
            start, end = source.span(names[first - 1])[1], source.span(names[last])[1]
        text = source.text[start:end]
        if "#" in text:
            edits += [cut_beside_comment(source, *source.span(names[position])) for position in positions]
        else:
            edits.append(Edit(start, text, ""))
    return edits


def cut_name(index: Index, statement: ast.Import | ast.ImportFrom, position: int, *, behind: bool) -> Edit:
    """Take one name out of an import statement; `behind` says that no name that stays comes after it.

    A comment between the names stays.
    """
    source, names = index.source, statement.names
    start, end = source.span(names[position])
    if behind and position:
        before, after = source.span(names[position - 1])[1], end
    elif behind:
        before, after = start, end
    else:
        before, after = start, source.span(names[position + 1])[0]
    if "#" in source.text[before:after]:
        return cut_beside_comment(source, start, end)
    return Edit(before, source.text[before:after], "")

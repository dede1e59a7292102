"""Functions and classes that a fix writes into a file, once: their text, what it imports, and where it stands."""

import ast
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tfgpu_migrate.api.contrib import PACKAGES
from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.import_blocks import first_import, import_block, is_of_tutorials
from tfgpu_migrate.edit.imports import add_line_above, add_stdlib_imports, after_imports, insert_lines, named
from tfgpu_migrate.edit.statements import SharedLine, is_followed
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import switch_statement
from tfgpu_migrate.index.symbols import symbol_of
from tfgpu_migrate.index.uses import Use

_FOLDER = Path(__file__).parents[1] / "written"


def name_of(index: Index, name: str) -> str | None:
    """What the function is called in this file: its name, another where that is taken; None where both are."""
    for one in (name, f"contrib_{name}"):
        if _definition(index, name, one) or not _is_bound(index, one):
            return one
    return None


def _is_bound(index: Index, name: str) -> bool:
    return any(name in scope.bindings for scope in index.variables([name]).scopes)


def _definition(index: Index, name: str, called: str) -> ast.FunctionDef | ast.ClassDef | None:
    """What a fix wrote at the top level of the file: known by its docstring."""
    docs = next(line.strip() for line in _text(name).lines if '"""' in line).strip('"')
    found = (one for one in index.tree.body if isinstance(one, (ast.FunctionDef, ast.ClassDef)) and one.name == called)
    return next((one for one in found if ast.get_docstring(one) == docs), None)


def write_function(index: Index, use: Use, name: str, called: str, *, call: bool = False) -> list[Edit] | None:
    """What written/NAME.py defines, `called` so, below the imports and the line that switches graph mode on.

    `call` adds the statement that calls it. Empty where the file has it; None where it cannot stand there. That the
    file calls nothing else so is for the caller to know: `name_of`.
    """
    before = _first_call(index, use)
    if (there := _definition(index, name, called)) is not None:
        return [] if before is None or index.source.span(there)[1] < before else None
    anchor = index.import_of(use)
    if is_of_tutorials(anchor) or index.block(anchor) is not index.tree.body:
        anchor = first_import(index, anchor)
    if index.block(anchor) is not index.tree.body:
        anchor = next((one for one in index.imports() if index.block(one) is index.tree.body), anchor)
    if index.names is None or index.block(import_block(index, anchor)[0]) is not index.tree.body:
        return None
    text, tf, imports = _text(name), "tf", list[Edit]()
    try:
        needed = None if any(_is_bound(index, one) for one in text.beside) else _needed(index, text, anchor)
        if needed is None:
            return None
        if any("tf." in line and '"""' not in line for line in text.lines):
            module, imports = named(index, index.names.module, (anchor.lineno + 1, 0), anchor)
            tf = module.name
    except SharedLine:
        return None
    lines = text_of(name, tf, index.source.indent_unit, index.source.quote, needed.numpy)
    lines[0] = lines[0].replace(name, called, 1)
    edit = place(index, anchor, [*lines, *(["", "", f"{called}()"] if call else [])], before=before)
    if edit is None:
        return None
    newline, last = index.source.newline, needed.edits[-1] if needed.edits else None
    if last is not None and last.new.endswith(2 * newline) and not imports and _is_gone_alone(index, anchor):
        needed.edits[-1] = last._replace(new=last.new.removesuffix(newline))  # no import follows the new ones
    return [*needed.edits, *imports, edit]


def _is_gone_alone(index: Index, statement: ast.stmt) -> bool:
    """Whether the statement, alone among the imports, imports one thing that is gone."""
    alone = len(import_block(index, statement)) == 1 and len(getattr(statement, "names", ())) == 1
    module = getattr(statement, "module", None) or ""
    return alone and symbol_of(module).name.partition(".")[0] in PACKAGES


class _Needed(NamedTuple):
    """The edits that import what a text needs, and what NumPy is called in the file."""

    edits: list[Edit]
    numpy: str


def _needed(index: Index, text: "Text", anchor: ast.stmt) -> _Needed | None:
    """None where a name that the text needs means something else in the file."""
    if not text.imports:
        return _Needed([], "np")
    block = import_block(index, anchor)
    first = next((one for one in index.imports() if one in block), anchor)
    here = [one for one in index.tree.body if isinstance(one, ast.Import) and one.lineno <= block[-1].lineno]
    known = (alias for one in here for alias in one.names if alias.name == "numpy")
    numpy = next((alias.asname or "numpy" for alias in known), "")
    stdlib = [one for one in text.imports if one != "numpy"]
    if not all(_means(index, one, one) for one in stdlib) or not _means(index, numpy or "np", "numpy"):
        return None
    edits = add_stdlib_imports(index, stdlib, first)
    if "numpy" in text.imports and not numpy:
        edits.append(add_line_above(index, first, "import numpy as np"))
    return _Needed(edits, numpy or "np")


def _means(index: Index, name: str, module: str) -> bool:
    """Whether the name is free in the file, or only imports of the module bind it."""
    bindings = (one for scope in index.variables([name]).scopes for one in scope.bindings.get(name, ()))
    targets = [one.target for one in bindings]
    return all(isinstance(one, ast.alias) and one.name.removesuffix(".path") == module for one in targets)


def _first_call(index: Index, use: Use) -> int | None:
    """Where code that runs at import first needs what is written for a use; None where only functions do."""
    places = [one for one in index.uses if one.prefix == use.path and not one.is_import] if use.is_import else [use]
    return min((one.start for one in places if one.scope.function.kind in ("module", "class")), default=None)


def place(index: Index, anchor: ast.stmt, lines: Sequence[str], *, before: int | None = None) -> Edit | None:
    """Lines below the imports around `anchor` and the line of that block that switches graph mode on.

    None where other code shares the last line of the imports, or where that is not before the offset `before`.
    """
    source, first, switch = index.source, import_block(index, anchor)[0], switch_statement(index)
    block, indent = index.block(first), source.indent(source.span(first)[0])
    places = [after_imports(index, anchor)]
    if switch is not None and index.block(switch) is block and not is_followed(index, switch):
        places.insert(0, source.next_line(source.span(switch)[1]))
    at = next((one for one in places if one is not None and (before is None or one <= before)), None)
    if at is None:
        return None
    indented = [f"{indent}{line}" if line else "" for line in lines]
    return insert_lines(index, at, indented, blank=2 if block is index.tree.body else 1)


def text_of(name: str, tf: str, indent: str, quote: str, numpy: str = "np") -> list[str]:
    """The lines of written/NAME.py in a file's own style: what it calls TensorFlow, how it indents and quotes."""
    lines = []
    for line in _text(name).lines:
        bare = line.lstrip(" ")
        if '"""' not in bare:
            bare = re.sub(r"\b(tf|np)\.", lambda found: f"{tf if found[1] == 'tf' else numpy}.", bare)
            bare = bare.replace('"', quote) if quote not in bare.replace('"', "") else bare
        depth, rest = divmod(len(line) - len(line.lstrip(" ")), 4)
        lines.append(f"{indent * depth}{' ' * rest}{bare}" if bare else "")
    return lines


class Text(NamedTuple):
    """A file of written/: the modules that its first lines import, the lines below them, what they define beside it."""

    imports: tuple[str, ...]
    lines: tuple[str, ...]
    beside: tuple[str, ...]


@cache
def _text(name: str) -> Text:
    lines = (_FOLDER / f"{name}.py").read_text("utf-8").splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(("def ", "class ")))
    imports = tuple(line.split()[1] for line in lines[:start] if line.startswith("import "))
    defined = [re.split(r"\W", line)[1] for line in lines if line.startswith(("def ", "class "))]
    return Text(imports, tuple(lines[start:]), tuple(one for one in defined if one != name))

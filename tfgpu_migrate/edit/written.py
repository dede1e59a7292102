"""Functions that a fix writes into a file, once: their text, and where it stands."""

import ast
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.import_blocks import first_import, import_block
from tfgpu_migrate.edit.imports import after_imports, insert_lines, named
from tfgpu_migrate.edit.statements import SharedLine, is_followed
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import switch_statement
from tfgpu_migrate.index.uses import Use

_FOLDER = Path(__file__).parents[1] / "written"


def name_of(index: Index, name: str) -> str | None:
    """What the function is called in this file: its name, another where that is taken; None where both are."""
    for one in (name, f"contrib_{name}"):
        if _definition(index, name, one) or not any(one in scope.bindings for scope in index.variables([one]).scopes):
            return one
    return None


def _definition(index: Index, name: str, called: str) -> ast.FunctionDef | None:
    """The function at the top level of the file, as a fix wrote it: known by its docstring."""
    docs = next(line.strip() for line in _lines(name) if '"""' in line).strip('"')
    found = (one for one in index.tree.body if isinstance(one, ast.FunctionDef) and one.name == called)
    return next((one for one in found if ast.get_docstring(one) == docs), None)


def write_function(index: Index, use: Use, name: str, called: str, *, call: bool = False) -> list[Edit] | None:
    """The function written/NAME.py, `called` so, below the imports and the line that switches graph mode on.

    `call` adds the statement that calls it. Empty where the file has it; None where it cannot stand there. That the
    file calls nothing else so is for the caller to know: `name_of`.
    """
    before = _first_call(index, use)
    if (there := _definition(index, name, called)) is not None:
        return [] if before is None or index.source.span(there)[1] < before else None
    anchor = first_import(index, index.import_of(use))
    if index.block(anchor) is not index.tree.body:
        anchor = next((one for one in index.imports() if index.block(one) is index.tree.body), anchor)
    if index.names is None or index.block(import_block(index, anchor)[0]) is not index.tree.body:
        return None
    try:
        module, imports = named(index, index.names.module, (anchor.lineno + 1, 0), anchor)
    except SharedLine:
        return None
    lines = text_of(name, module.name, index.source.indent_unit, index.source.quote)
    lines[0] = lines[0].replace(name, called, 1)
    edit = place(index, anchor, [*lines, *(["", "", f"{called}()"] if call else [])], before=before)
    return None if edit is None else [*imports, edit]


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


def text_of(name: str, tf: str, indent: str, quote: str) -> list[str]:
    """The lines of written/NAME.py in a file's own style: what it calls TensorFlow, how it indents and quotes."""
    lines = []
    for line in _lines(name):
        bare = re.sub(r"\btf\.", f"{tf}.", line.lstrip(" "))
        if '"""' not in bare and quote not in bare.replace('"', ""):
            bare = bare.replace('"', quote)
        depth, rest = divmod(len(line) - len(line.lstrip(" ")), 4)
        lines.append(f"{indent * depth}{' ' * rest}{bare}" if bare else "")
    return lines


@cache
def _lines(name: str) -> list[str]:
    return (_FOLDER / f"{name}.py").read_text("utf-8").splitlines()

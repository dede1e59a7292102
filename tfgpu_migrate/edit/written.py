"""Functions that a fix writes into a file, once: their text, and where it stands."""

import ast
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.imports import after_imports, ensure_module, import_block, insert_lines
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import switch_statement
from tfgpu_migrate.index.uses import Use

_FOLDER = Path(__file__).parents[1] / "written"


def name_of(index: Index, name: str) -> str | None:
    """What the function is called in this file: its name, another where that is taken; None where both are."""
    for one in (name, f"contrib_{name}"):
        if _has(index, name, one) or not any(one in scope.bindings for scope in index.variables([one]).scopes):
            return one
    return None


def _has(index: Index, name: str, called: str) -> bool:
    """Whether the file has the function at its top level, as a fix wrote it: known by its docstring."""
    docs = next(line.strip() for line in _lines(name) if '"""' in line).strip('"')
    return any(
        isinstance(one, ast.FunctionDef) and one.name == called and ast.get_docstring(one) == docs
        for one in index.tree.body
    )


def write_function(index: Index, use: Use, name: str, called: str, *, call: bool = False) -> list[Edit] | None:
    """The function written/NAME.py, `called` so, below the imports and the line that switches graph mode on.

    `call` adds the statement that calls it. Empty where the file has it; None where it cannot stand there. That the
    file calls nothing else so is for the caller to know: `name_of`.
    """
    if _has(index, name, called):
        return []
    anchor = index.import_of(use)
    if index.block(anchor) is not index.tree.body:
        anchor = next((one for one in index.imports() if index.block(one) is index.tree.body), anchor)
    if index.block(import_block(index, anchor)[0]) is not index.tree.body:
        return None
    module, imports = ensure_module(index, use, anchor)
    lines = text_of(name, module.name, index.source.indent_unit, index.source.quote)
    lines[0] = lines[0].replace(name, called, 1)
    edit = place(index, anchor, [*lines, *(["", "", f"{called}()"] if call else [])])
    return None if edit is None else [*imports, edit]


def place(index: Index, anchor: ast.stmt, lines: Sequence[str]) -> Edit | None:
    """Lines below the imports around `anchor` and the line of that block that switches graph mode on.

    None where other code shares the last line of the imports.
    """
    source, first, switch = index.source, import_block(index, anchor)[0], switch_statement(index)
    block, indent = index.block(first), source.indent(source.span(first)[0])
    below = switch is not None and index.block(switch) is block
    at = source.next_line(source.span(switch)[1]) if switch is not None and below else after_imports(index, anchor)
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

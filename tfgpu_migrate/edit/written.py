"""Functions that a fix writes into a file, once: their text, and where it stands."""

import ast
import re
from functools import cache
from importlib.resources import files

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.imports import after_imports, ensure_module, import_block, insert_lines
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import switch_statement
from tfgpu_migrate.index.uses import Use


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
    source, switch = index.source, switch_statement(index)
    below = switch is not None and index.block(switch) is index.tree.body
    at = source.next_line(source.span(switch)[1]) if switch is not None and below else after_imports(index, anchor)
    if at is None or index.block(import_block(index, anchor)[0]) is not index.tree.body:
        return None
    module, imports = ensure_module(index, use, anchor)
    lines = _text(name, module.name, source.indent_unit, source.quote)
    lines[0] = lines[0].replace(name, called, 1)
    return [*imports, insert_lines(index, at, [*lines, *(["", "", f"{called}()"] if call else [])], blank=2)]


def _text(name: str, tf: str, indent: str, quote: str) -> list[str]:
    """The lines of a function in the file's own style."""
    lines = []
    for line in _lines(name):
        bare = re.sub(r"\btf\.", f"{tf}.", line.lstrip(" "))
        if '"""' not in bare and quote not in bare:
            bare = bare.replace('"', quote)
        depth, rest = divmod(len(line) - len(line.lstrip(" ")), 4)
        lines.append(f"{indent * depth}{' ' * rest}{bare}" if bare else "")
    return lines


@cache
def _lines(name: str) -> list[str]:
    return files("tfgpu_migrate.written").joinpath(f"{name}.py").read_text("utf-8").splitlines()

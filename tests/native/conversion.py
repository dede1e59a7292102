"""What the fixes make of a program, and whether that is native TensorFlow 2."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

from tests.native.programs import Program
from tfgpu_migrate import Finding, Fixed, fix_text

# What no converted program names any more; and what is only below `compat.v1`, by which frozen graphs are read.
OF_GRAPHS = frozenset({"Session", "InteractiveSession", "placeholder", "placeholder_with_default", "v1"})
OF_FILES = frozenset({"GraphDef", "gfile", "wrap_function"})


def fixed(program: Program, *, unsafe: bool) -> Fixed[str]:
    """The program as the fixes leave it. Raises AssertionError for an internal error."""
    text = program.path.read_text(encoding="utf-8")
    result = fix_text(text, program.path.name, {"tensorboard": True}, unsafe_fixes=unsafe)
    assert result.left.error is None, result.left.error
    return result


def graph_names(text: str) -> set[str]:
    """The names of graph programs that a text still uses: none in native code."""
    nodes = list(ast.walk(ast.parse(text)))
    files = {id(node.value) for node in nodes if isinstance(node, ast.Attribute) and node.attr in OF_FILES}
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute) and id(node) not in files}
    imported = {part for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom)) for part in _parts(node)}
    return (attributes | imported) & OF_GRAPHS


def _parts(node: ast.Import | ast.ImportFrom) -> set[str]:
    modules = [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
    return {part for module in modules for part in module.split(".")}


def refusals(program: Program, result: Fixed[str]) -> dict[str, list[Finding]]:
    """For each marked word, the findings about sessions at the line that carries the mark."""
    lines = result.text.splitlines()
    found = {}
    for word in program.refusals.values():
        (number,) = [number for number, line in enumerate(lines, 1) if line.endswith(f"# refused: {word}")]
        found[word] = [one for one in result.left.findings if one.line == number and one.code.startswith("TFM2")]
    return found


def beside_its_files(program: Program, text: str, folder: Path) -> Path:
    """Write a text where it finds what its program finds beside itself, in an empty folder."""
    for part in program.path.parent.iterdir():
        if part.is_dir() and part.name != "__pycache__":
            shutil.copytree(part, folder / part.name, dirs_exist_ok=True)
    script = folder / program.path.name
    script.write_text(text, encoding="utf-8")
    return script

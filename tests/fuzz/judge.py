"""What must hold of any file that was fixed, judged by the texts alone and not by what the tool says it edited."""

import ast
import builtins
import re

from tests.fuzz.programs import compiles
from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source import Source

_LINE = re.compile(r"[^\r\n]*77\d\d\d[^\r\n]*(?:\r\n|\r|\n|$)")
_NOTE = re.compile(r"# note 77\d\d\d")
_NEWLINE = re.compile(r"\r\n|\r|\n")


def fixed(data: bytes, settings: Settings, path: str = "a.py") -> bytes:
    """The bytes after `--fix`, which has no internal error, leaves nothing to fix and does nothing the second time."""
    report = fix_bytes(path, data, settings)
    assert report.internal_error is None, report.internal_error
    if report.after is None:
        return data
    again = fix_bytes(path, report.after, settings)
    assert again.internal_error is None, again.internal_error
    second = report.after if again.after is None else again.after
    assert second.decode("latin-1") == report.after.decode("latin-1"), "a second fix does more"
    return report.after


def assert_fixed_well(data: bytes, settings: Settings) -> None:
    """All of it: no crash, valid Python, idempotent, nothing lost around the edits, no name without an import."""
    after = fixed(data, settings)
    before_text, text = Source.decode(data, "a.py").text, Source.decode(after, "a.py").text
    assert compiles(text), text
    kept = [line for line in _LINE.findall(before_text) if not _NOTE.search(line)]
    assert [line.rstrip("\r\n") for line in _LINE.findall(text) if not _NOTE.search(line)] == [
        line.rstrip("\r\n") for line in kept
    ], text
    assert sorted(_NOTE.findall(text)) == sorted(_NOTE.findall(before_text)), text
    assert set(_NEWLINE.findall(text)) <= set(_NEWLINE.findall(before_text) or ["\n"])
    assert unbound(text) <= unbound(before_text), f"{unbound(text)} not in {unbound(before_text)}\n{text}"


def unbound(text: str) -> set[str]:
    """The names that a text reads and nowhere binds; nothing where a star import may bind them."""
    bound, read = set(dir(builtins)), set[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            bound.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            bound.add(node.rest)
    return set() if "*" in bound else read - bound

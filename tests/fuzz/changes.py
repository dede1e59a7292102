"""Changes of a program that never change what it means to TensorFlow, made with nothing of this program's own."""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tests.fuzz.tokens import tokens_of
from tfgpu_migrate.source import Source


class Changed(NamedTuple):
    """The new text, and which token each of the old ones became, by number, where that changed."""

    text: str
    moved: Mapping[int, int] = {}


def renamed_alias(text: str) -> Changed | None:
    """`tf` is called otherwise everywhere; None where TensorFlow is not called so, or the name stands in a string."""
    bound = re.search(r"\bimport tensorflow(?:\.compat\.v1)? as tf\b|\bimport v1 as tf\b", text)
    if bound is None or re.search(r"\bTF\b", text) or _uses(text, "__all__"):
        return None
    lines = _lines(text)
    for one in reversed(list(_tokens(text))):
        is_string = one.type == tokenize.STRING and "f" in one.string.partition(one.string[-1])[0].lower()
        if is_string and re.search(r"\btf\b", one.string):
            return None  # an expression in it would have to be renamed as well
        if one.type == tokenize.NAME and one.string == "tf" and not one.line[: one.start[1]].rstrip().endswith("."):
            row = lines[one.start[0] - 1]
            lines[one.start[0] - 1] = row[: one.start[1]] + "TF" + row[one.end[1] :]
    return Changed("".join(lines))


def with_comments(text: str) -> Changed:
    """A comment above each logical line and behind each line that may have one."""
    lines = _lines(text)
    starts, begins = set[int](), True
    for one in _tokens(text):
        if begins and one.type not in (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT):
            starts.add(one.start[0])
            begins = False
        if one.type == tokenize.NEWLINE:
            begins = True
        if one.type in (tokenize.NEWLINE, tokenize.NL) and one.string:
            row = lines[one.start[0] - 1]
            lines[one.start[0] - 1] = f"{row[: one.start[1]]}  # why tf.Session{row[one.start[1] :]}"
    made = (
        f"{row[: len(row) - len(row.lstrip())]}# why tf.log\n{row}" if number in starts and number > 2 else row
        for number, row in enumerate(lines, 1)
    )
    return Changed("".join(made))


def with_carriage_returns(text: str) -> Changed:
    """The line ends of Windows."""
    return Changed(text.replace("\n", "\r\n"))


def in_true(text: str) -> Changed | None:
    """All but the docstring and the imports from `__future__` below `if True:`; None where a line cannot move."""
    return _held(text, "if True:\n", "", 3)


def in_function(text: str) -> Changed | None:
    """The same as a function that the program calls; None where Python forbids it."""
    tree = ast.parse(text)
    stars = any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in ast.walk(tree))
    return None if stars or _uses(text, "global") else _held(text, "def whole():\n", "\nwhole()\n", 5)


def binds_once(text: str) -> bool:
    """Whether no name that an import or an alias binds is bound again: else order and branches matter."""
    bound, once = list[str](), set[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [(alias.asname or alias.name).partition(".")[0] for alias in node.names]
            bound += names
            once.update(names)
        elif isinstance(node, ast.Assign) and isinstance(node.value, (ast.Name, ast.Attribute)):
            once.update(one.id for one in node.targets if isinstance(one, ast.Name))
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.append(node.id)
        elif isinstance(node, ast.arg):
            bound.append(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.append(node.name)
    return all(bound.count(name) == 1 for name in once)


def imports_in_other_order(text: str) -> Changed | None:
    """Neighbouring imports, each on a line of its own, the other way round; None where there are none."""
    tree, lines = ast.parse(text), _lines(text)
    for run in _runs(tree.body):
        if len(run) > 1 and binds_once(text):
            first, last = run[0].lineno - 1, run[-1].lineno
            numbers = _numbers(text)
            rows = [lines[one.lineno - 1] for one in reversed(run)]
            new = "".join([*lines[:first], *rows, *lines[last:]])
            moved, at = dict[int, int](), min(numbers[first + 1])
            for one in reversed(run):
                for number in numbers[one.lineno]:
                    moved[number] = at
                    at += 1
            return Changed(new, moved)
    return None


def _held(text: str, head: str, tail: str, added: int) -> Changed | None:
    tree, lines = ast.parse(text), _lines(text)
    body = [one for one in tree.body if not _stays_first(one)]
    rows = [min([one.lineno, *(each.lineno for each in getattr(one, "decorator_list", ()))]) for one in body]
    if not body or any(one.end_lineno == rows[0] for one in tree.body if _stays_first(one)):
        return None
    start = rows[0] - 1
    strings = [one for one in _tokens(text) if one.type == tokenize.STRING]
    inside = {row for one in strings for row in range(one.start[0] + 1, one.end[0] + 1)}
    if any(row.startswith("\f") for row in lines):
        return None
    moved = ("    " + row if row.strip() and number not in inside else row for number, row in enumerate(lines, 1))
    rest = list(moved)[start:]
    numbers = _numbers(text)
    before = sum(len(found) for row, found in numbers.items() if row <= start)
    total = sum(map(len, numbers.values()))
    made = "".join([*lines[:start], head, *rest, tail])
    return Changed(made, {number: number + added for number in range(before, total)})


def _stays_first(statement: ast.stmt) -> bool:
    docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) and statement.lineno < 4
    return docstring or (isinstance(statement, ast.ImportFrom) and statement.module == "__future__")


def _runs(body: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Imports on lines of their own that follow each other."""
    on_line = Counter(line for one in body for line in {one.lineno, one.end_lineno})
    run = list[ast.stmt]()
    for one in body:
        alone = isinstance(one, (ast.Import, ast.ImportFrom)) and one.lineno == one.end_lineno
        independent = alone and on_line[one.lineno] == 1 and not _stays_first(one) and "*" not in ast.unparse(one)
        if run and not (independent and one.lineno == run[-1].lineno + 1):
            yield run
            run = []
        if independent:
            run.append(one)
    yield run


def _numbers(text: str) -> dict[int, list[int]]:
    """The numbers of the tokens that begin on each line."""
    source = Source("", text)
    found: dict[int, list[int]] = {}
    for number, one in enumerate(tokens_of(source)):
        found.setdefault(source.location(one.start)[0], []).append(number)
    return found


def _lines(text: str) -> list[str]:
    return io.StringIO(text).readlines()  # a form feed ends no line


def _tokens(text: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def _uses(text: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", text) is not None

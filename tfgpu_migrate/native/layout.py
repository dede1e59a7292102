"""Lines that go, come and move to the left, as edits; blank lines and comments follow."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.source import Source

_BETWEEN_DEFINITIONS = 2
_LONG = 110  # characters of a line that is written anew


@dataclass
class Layout:
    """The lines of a file and what becomes of them; line numbers begin with 1."""

    source: Source
    gone: set[int] = field(default_factory=set)
    inserted: dict[int, list[list[str]]] = field(default_factory=dict)  # above a line that goes
    shifted: dict[int, int] = field(default_factory=dict)  # by how many characters a line moves to the left

    def lines_of(self, node: ast.stmt) -> tuple[int, int]:
        """The first and last line of a statement with the comments right above it. Raises Refused on a shared line."""
        start, end = self.source.span(node)
        before = self.source.text[self.source.line_start(start) : start].strip()
        behind = self.source.text[end : self.source.line_end(end)].strip().removeprefix(";").lstrip()
        if before or (behind and not behind.startswith("#")):
            raise Refused(node, "several statements share a line")
        return self.comment_above(node.lineno), node.end_lineno or node.lineno

    def comment_above(self, line: int) -> int:
        """The first line of the comment that stands right above a line, at its indentation; else the line itself."""
        indent = self.source.indent(self.source.line_offset(line))
        while line > 1 and line - 1 in self.source.comment_lines:
            if self.source.indent(self.source.line_offset(line - 1)) != indent:
                break
            line -= 1
        return line

    def take_out(self, node: ast.stmt) -> None:
        """Let a statement go, with its comment."""
        first, last = self.lines_of(node)
        self.gone.update(range(first, last + 1))

    def take_header_out(self, node: ast.With) -> None:
        """Let the header of a block go, whose statements all go."""
        first = self.comment_above(node.lineno)
        self.gone.update(range(first, (node.items[-1].context_expr.end_lineno or node.lineno) + 1))

    def next_code(self, line: int) -> int:
        """The first line below a line that is not blank."""
        line += 1
        while not self.text(line).strip() and self.source.next_line(self.source.line_offset(line)) < len(
            self.source.text
        ):
            line += 1
        return line

    def put(self, line: int, lines: list[str]) -> None:
        """Put a definition in the place of a line that goes."""
        self.inserted.setdefault(line, []).append(lines)

    def unwrap(self, node: ast.With) -> None:
        """Let the header of a `with` block go, and move its body to the left."""
        body = node.body[0]
        if body.lineno == node.lineno:
            raise Refused(node, "the body of the block stands on the line of its header")
        first = self.comment_above(node.lineno)
        self.gone.update(range(first, (node.items[-1].context_expr.end_lineno or node.lineno) + 1))
        header = node.items[-1].optional_vars or node.items[-1].context_expr
        self.gone.update(range(node.lineno, (header.end_lineno or node.lineno) + 1))
        depth = len(self.source.indent(self.source.line_offset(body.lineno)))
        by = depth - len(self.source.indent(self.source.line_offset(node.lineno)))
        last = self._end_of_block(node.end_lineno or node.lineno, depth)
        inside = lines_inside_strings(node)
        for line in range((header.end_lineno or node.lineno) + 1, last + 1):
            if line not in inside and self.text(line).strip():
                self.shifted[line] = self.shifted.get(line, 0) + by

    def _end_of_block(self, line: int, depth: int) -> int:
        """The last line of a block, with the comments at its end that are as deep."""
        last, count = line, self.source.text.count("\n") + 1
        for below in range(line + 1, count + 1):
            text = self.text(below)
            if not text.strip():
                continue
            if not text.lstrip().startswith("#") or len(text) - len(text.lstrip()) < depth:
                break
            last = below
        return last

    def text(self, line: int) -> str:
        """A line without its newline."""
        start = self.source.line_offset(line)
        return self.source.text[start : self.source.line_end(start)]

    def write_anew(self, node: ast.stmt, lines: Iterable[str]) -> Edit:
        """The edit that lets lines stand where a statement stood, as deep as it will stand. Raises Refused."""
        self.lines_of(node)
        start, end = self.source.span(node)
        indent = self.source.indent(self.source.line_offset(node.lineno))[self.shifted.get(node.lineno, 0) :]
        first, *rest = (each for one in lines for each in one.split(self.source.newline))
        new = self.source.newline.join([first, *(f"{indent}{one}" for one in rest)])
        return Edit(start, self.source.text[start:end], new)

    def edits(self, inner: Iterable[Edit]) -> list[Edit]:
        """All of it as edits, with those that stand in lines which stay."""
        source = self.source
        count = len(source.text.splitlines())
        edits, line = list[Edit](), 1
        while line <= count:
            if line not in self.gone and line not in self.inserted:
                line += 1
                continue
            first = line
            while first > 1 and not self.text(first - 1).strip():
                first -= 1
            last = line if line in self.gone else line - 1
            while line in self.gone and last < count and (last + 1 in self.gone or not self.text(last + 1).strip()):
                last += 1
            edits.append(self._region(first, last, count))
            line = last + 1
            if line in self.inserted and line not in self.gone:
                line += 1  # its definitions stand there now
        spans = [(one.start, one.end) for one in edits]
        for one in inner:
            if not any(start <= one.start < end for start, end in spans):
                edits.append(one)
        changed = [(one.start, one.end) for one in edits]
        for number, by in self.shifted.items():
            start = source.line_offset(number)
            white = source.indent(start)[:by]
            replaced = any(a < start + by and start < b for a, b in changed)
            if number not in self.gone and len(white) == by and not replaced:
                edits.append(Edit(start, white, ""))
        return edits

    def _region(self, first: int, last: int, count: int) -> Edit:
        """Lines that go, and the blank ones around: the longest run of blank lines stays, definitions stand apart."""
        source = self.source
        runs, run, blocks = list[int](), 0, list[list[str]]()
        for line in range(first, last + 1):
            blocks += self.inserted.get(line, [])
            if line in self.gone:
                runs.append(run)
                run = 0
            else:
                run += 1
        runs.append(run)
        if last + 1 not in self.gone:
            blocks += self.inserted.get(last + 1, [])
        start = source.line_offset(first)
        end = source.next_line(source.line_offset(last)) if last >= first else start
        is_first, is_last = first == 1, last == count
        newline = source.newline
        blank = newline * max(runs)
        begins_block = not is_first and self.text(first - 1).rstrip().endswith(":")
        if not blocks:
            imports = not is_first and not is_last and _imports(self.text(first - 1)) and _imports(self.text(last + 1))
            new = "" if is_first or is_last or imports or begins_block else blank
            return Edit(start, source.text[start:end], new)
        written = newline.join(blocks[0])
        for above, below in pairwise(blocks):
            written += newline * (1 + _apart(above, below)) + newline.join(below)
        goes_on = not is_first and not runs[0] and _goes_on(self.text(first - 1), blocks[0])
        before = "" if is_first or goes_on or begins_block else newline * _apart([], blocks[0])
        next_line = self.text(last + 1) if not is_last else ""
        ends = blocks[-1][0][:1].isspace() and not next_line[:1].isspace()  # with the blocks, what holds them
        after = "" if is_last else newline * (_BETWEEN_DEFINITIONS if ends else max(_apart(blocks[-1], []), 1))
        return Edit(start, source.text[start:end], f"{before}{written}{newline}{after}")


def _imports(line: str) -> bool:
    """Whether a line is an import at the top level."""
    return line.startswith(("import ", "from "))


def in_lines(head: str, parts: Sequence[str], tail: str, unit: str, depth: int) -> list[str]:
    """A statement with parts between brackets, in one line, or in three, or with a line for each part."""
    joined = ", ".join(parts)
    if depth + len(head) + len(joined) + len(tail) <= _LONG:
        return [f"{head}{joined}{tail}"]
    if depth + len(unit) + len(joined) <= _LONG:
        return [head, f"{unit}{joined}", tail]
    return [head, *(f"{unit}{one}," for one in parts), tail]


def _goes_on(line: str, block: list[str]) -> bool:
    """Whether a block begins with a method of what the line above makes."""
    name = line.partition(" = ")[0]
    return name.isidentifier() and block[0].startswith(f"{name}.")


def _apart(above: list[str], below: list[str]) -> int:
    """How many blank lines stand between two pieces of code: two beside a definition."""
    words = {line.split(" ", 1)[0] for line in (*above, *below[:1])}
    is_definition = not words.isdisjoint(("class", "def")) or any(one.startswith("@") for one in words)
    return _BETWEEN_DEFINITIONS if is_definition else 1


def lines_inside_strings(node: ast.stmt) -> set[int]:
    """The lines that begin inside a string whose text counts: those of a string that is a statement do not."""
    alone = {id(one.value) for one in ast.walk(node) if isinstance(one, ast.Expr)}
    found = set[int]()
    for one in ast.walk(node):
        text = isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and isinstance(one.value, (str, bytes)))
        if text and id(one) not in alone and isinstance(one, ast.expr):
            found.update(range(one.lineno + 1, (one.end_lineno or one.lineno) + 1))
    return found


def moved(source: Source, lines: Sequence[str], depth: int, indent: str) -> list[str]:
    """Lines that stood `depth` characters deep, at another indentation."""
    found = []
    for line in lines:
        white = len(line) - len(line.lstrip(" \t"))
        found.append(f"{indent}{line[min(depth, white) :]}" if line.strip() else "")
    return found


def indented(lines: Sequence[str], indent: str) -> list[str]:
    """A definition with an indentation in front: there one blank line stands where two did."""
    twice = {at for at, pair in enumerate(pairwise(lines)) if indent and not any(pair)}
    return [f"{indent}{line}" if line else "" for at, line in enumerate(lines) if at not in twice]

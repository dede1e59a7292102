"""Whole statements as edits: replaced, taken out with their line, preceded by others."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.source import Source

_FOR_LINTERS = re.compile(r"#\s*(?:noqa|pylint|type: ignore|pragma|isort|NOLINT)", re.IGNORECASE)


class SharedLine(Exception):
    """A statement that cannot be edited alone: another one stands on its line."""


def start_of(source: Source, statement: ast.stmt) -> int:
    """Offset of a statement, of its first decorator where it has some: where CPython's tree lets it begin is behind."""
    start, _ = source.span(statement)
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return source.text.rindex("@", 0, source.span(decorators[0])[0]) if decorators else start


def has_own_line(index: Index, statement: ast.stmt) -> bool:
    """Whether nothing but white space stands before the statement on its lines, and only a comment behind it."""
    source = index.source
    start, end = start_of(source, statement), source.span(statement)[1]
    before, behind = source.text[source.line_start(start) : start], source.text[end : source.line_end(end)].strip()
    return not before.strip() and (not behind or behind.startswith("#"))


def is_followed(index: Index, statement: ast.stmt) -> bool:
    """Whether more code than a comment stands behind a statement on its last line."""
    _, end = index.source.span(statement)
    rest = index.source.text[end : index.source.line_end(end)].strip()
    return bool(rest) and not rest.startswith("#")


def line_above(index: Index, statement: ast.stmt) -> int:
    """Offset of the line that a statement begins, decorators included: other lines can go above it.

    Where it does not begin its line, what stands before it there counts, or what holds it. Raises SharedLine where no
    line can go above that: a docstring, an import from `__future__`, a branch.
    """
    source = index.source
    while True:
        first = min((statement, *getattr(statement, "decorator_list", ())), key=lambda one: one.lineno)
        start = source.span(statement)[0] if first is statement else source.line_start(source.span(first)[0])
        line = source.line_start(start)
        holder, name = next(index.holders(statement))
        if not source.text[line:start].strip():
            if name == "orelse" and isinstance(statement, ast.If) and source.text.startswith("elif", start):
                raise SharedLine
            return line
        block = index.block(statement)
        at = block.index(statement)
        if at and not _must_be_first(block[at - 1]):
            statement = block[at - 1]
        elif not at and name == "body" and isinstance(holder, ast.stmt) and not isinstance(holder, ast.Try):
            statement = holder
        else:
            raise SharedLine


def _must_be_first(statement: ast.stmt) -> bool:
    is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_docstring or (isinstance(statement, ast.ImportFrom) and statement.module == "__future__")


def indented(source: Source, lines: str) -> str | None:
    """Whole lines one step deeper; None where a string or a backslash may hold several of them together."""
    if '"""' in lines or "'''" in lines or "\\" in lines:
        return None
    return "".join(source.indent_unit + line if line.strip() else line for line in lines.splitlines(keepends=True))


def insert_before(index: Index, statement: ast.stmt, lines: Sequence[str]) -> Edit:
    """Put lines above a statement, at its indentation. Raises SharedLine where it does not begin its line."""
    source = index.source
    start = start_of(source, statement)
    line = source.line_start(start)
    if source.text[line:start].strip():
        raise SharedLine
    return Edit(line, "", "".join(f"{source.indent(start)}{one}{source.newline}" for one in lines))


def ends_function(index: Index, statement: ast.stmt, beside: Sequence[ast.stmt] = ()) -> bool:
    """Whether a function is over behind a statement: only statements that go (`beside`) may stand behind it.

    It is the last one, or the last of a branch that is.
    """
    for holder, name in index.holders(statement):
        stays = [one for one in getattr(holder, name) if one is statement or one not in beside]
        if stays[-1] is not statement or not isinstance(holder, (ast.FunctionDef, ast.If, ast.With)):
            return False
        if isinstance(holder, ast.FunctionDef):
            return True
        statement = holder
    return False


def replace_statements(index: Index, replacements: Mapping[ast.stmt, Sequence[str]]) -> list[Edit]:
    """Replace each statement by its lines; one with no lines goes with its line.

    A comment behind a statement stays where it is, behind the replacement or alone. The blank lines around a statement
    that goes stay, and runs of blank lines that meet become the longer one. A block of which only comments would stay
    gets `pass`; an emptied `else:` goes. Raises SharedLine.
    """
    if not all(has_own_line(index, statement) for statement in replacements):
        raise SharedLine
    source = index.source
    edits, gone = list[Edit](), list[ast.stmt]()
    for statement, lines in replacements.items():
        empties = _empties_block(index, statement, replacements)
        if empties and not lines and (branch := _else_branch(index, statement)) is not None:
            edits.append(branch)
            gone = [one for one in gone if all(one is not each for each in index.block(statement))]
            continue
        if not lines and any(edit.start < source.span(statement)[0] < edit.end for edit in edits):
            continue
        kept = [*lines, *(["pass"] if empties else [])]
        if kept:
            start, end = source.span(statement)
            text = f"{source.newline}{source.indent(start)}".join(kept)
            edits.append(Edit(start, source.text[start:end], text))
        else:
            gone.append(statement)
    return edits + [_cut(index, group) for group in _neighbours(index, gone)]


def _empties_block(index: Index, statement: ast.stmt, replacements: Mapping[ast.stmt, Sequence[str]]) -> bool:
    """Whether the statement is the first of a block of which nothing stays."""
    block = index.block(statement)
    if block is index.tree.body:
        return False
    return statement is block[0] and all(one in replacements and _is_no_code(replacements[one]) for one in block)


def _is_no_code(lines: Sequence[str]) -> bool:
    return all(line.startswith("#") for line in lines)


def comments_in(text: str) -> list[str]:
    """The comments inside a piece of code, but for those that speak to a linter about it."""
    if "#" not in text:
        return []
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    tokens = tokenize.generate_tokens(io.StringIO(f"({lines}\n)").readline)
    try:
        comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    except (tokenize.TokenError, SyntaxError):
        return []
    return [comment for comment in comments if not _FOR_LINTERS.match(comment)]


def _else_branch(index: Index, statement: ast.stmt) -> Edit | None:
    """The whole `else:` of an `if` whose first statement this is; None for another block, or where a comment stands."""
    holder, name = next(index.holders(statement))
    if not isinstance(holder, ast.If) or name != "orelse":
        return None
    source, block = index.source, index.block(statement)
    start = source.next_line(source.span(holder.body[-1])[1])
    end = source.next_line(source.span(block[-1])[1])
    head = source.text[start : source.span(block[0])[0]]
    if "".join(head.split()) != "else:" or "#" in source.text[start:end]:
        return None
    return Edit(start, source.text[start:end], "")


def _neighbours(index: Index, gone: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Statements that go, in groups with nothing but blank lines between them."""
    source, group = index.source, list[ast.stmt]()
    for statement in sorted(gone, key=lambda one: one.lineno):
        if group:
            end, start = source.span(group[-1])[1], source.span(statement)[0]
            between = source.text[source.next_line(end) : source.line_start(start)]
            if between.strip() or _comment(index, group[-1]):
                yield group
                group = []
        group.append(statement)
    if group:
        yield group


def _comment(index: Index, statement: ast.stmt) -> str:
    """The comment behind a statement that has something to say without it: not one for a linter."""
    _, end = index.source.span(statement)
    comment = index.source.text[end : index.source.line_end(end)].strip()
    return "" if _FOR_LINTERS.match(comment) else comment


def _cut(index: Index, group: list[ast.stmt]) -> Edit:
    source = index.source
    start, end = source.span(group[0])[0], source.span(group[-1])[1]
    if _comment(index, group[-1]):  # the comment keeps the line
        comment = source.text.index("#", end)
        return Edit(start, source.text[start:comment], "")
    start, end = source.line_start(start), source.next_line(end)
    before, after = source.blank_lines_before(start), source.blank_lines_after(end)
    if not before or not after or index.block(group[0])[0] is group[0]:
        return Edit(start, source.text[start:end], "")
    start -= len("".join(before))
    end += len("".join(after))
    return Edit(start, source.text[start:end], "".join(after if len(after) > len(before) else before))

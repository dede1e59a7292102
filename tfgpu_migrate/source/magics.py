"""Which lines of a cell are IPython's and not Python's: magics, shell commands, help."""

import ast
import re
from collections.abc import Iterator
from keyword import iskeyword
from typing import NamedTuple

# Cell magics that run their cell as Python in the notebook's own namespace; all others are not looked into.
_PYTHON_CELLS = frozenset("capture debug ipytest memit prun time timeit wandb".split())
# Line magics that run the rest of their line as Python.
_PYTHON_LINES = frozenset("debug lprun memit mprun prun time timeit".split())
# What IPython takes for a magic or a command also without its sign (automagic); `ls += [1]` is none.
_BARE = re.compile(
    r"(?:pip|conda|mamba|cd|ls|ll|cat|cp|mv|rm|rmdir|mkdir|more|less|env|load_ext|matplotlib)\s+(?![^\w\s]{1,3}=)[^\s=(.,:]"
)
_ESCAPE = re.compile(r"[%!?;,/]")
_ASSIGNED = re.compile(r"(\s*)([\w.,\s*\[\]'\"]+=\s*)([%!](?!=).*)")
_HELP = re.compile(r"%{0,2}(?!\d)[\w*]+(?:\.(?!\d)[\w*]+|\[-?[0-9]+\])*\?\??")
_WORD = re.compile(r"(?<![.\w])[A-Za-z_]\w*")
_INTERPOLATED = re.compile(r"\{([^{}]*)\}|\$(\w+)")
_TRIPLE = ('"""', "'''")
_TOKEN = re.compile(r"""["]{3}|[']{3}|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\#.*|\w+|.""", re.DOTALL)


class Line(NamedTuple):
    """One line of a cell; `kept` says that it is not Python, `code` is the Python that takes its place."""

    text: str  # without its newline
    kept: bool
    indent: str = ""
    code: str = ""


def is_python_cell(text: str) -> bool:
    """Whether a cell is Python, maybe below a magic that times or captures it."""
    first = text.lstrip().split("\n", 1)[0]
    if not first.startswith("%%"):
        return True
    word = re.match(r"%%(\w+)", first)
    return word is not None and word[1] in _PYTHON_CELLS


def lines_of(texts: list[str]) -> Iterator[Line]:
    """Tell the lines of a cell apart."""
    quote, depth, joined = "", 0, False
    command = ""  # the indentation of a command that goes on in the next line, and a mark that there is one
    for text in texts:
        if command or (not quote and not depth and not joined and _is_command(text)):
            first = not command
            yield _command(text) if first else Line(text, True, command[1:])
            command = f"\\{_indent(text) if first else command[1:]}" if text.endswith("\\") else ""
            continue
        yield Line(text, False)
        quote, depth, joined = _after(text, quote, depth)


def names(text: str) -> list[str]:
    """The words of a piece of code that may be names, each once."""
    return sorted({word for word in _WORD.findall(text) if not iskeyword(word)})


def reading(text: str) -> str:
    """An expression that reads every name that a piece of code may read."""
    found = names(text)
    return f"({', '.join(found)},)" if found else "0"


def _is_command(text: str) -> bool:
    stripped = text.strip()
    return bool(
        _ESCAPE.match(stripped) or _HELP.fullmatch(stripped) or _BARE.match(stripped) or _ASSIGNED.fullmatch(text)
    )


def _command(text: str) -> Line:
    assigned = _ASSIGNED.fullmatch(text)
    if assigned:
        return Line(text, True, assigned[1], f"{assigned[2]}{_code(assigned[3], 'eval')}")
    return Line(text, True, _indent(text), _code(text.strip(), "exec"))


def _code(command: str, mode: str) -> str:
    """The Python of a command: the statement that a magic runs, else an expression that reads what it may read."""
    magic = re.match(r"%(\w+)(?:\s+-\w+(?:\s+\d+)?)*\s*", command)
    if magic is None:
        return reading(" ".join(inside or name for inside, name in _INTERPOLATED.findall(command)))
    if magic[1] not in _PYTHON_LINES:
        return "0"
    run = command[magic.end() :]
    return run if run and _is_python(run, mode) else reading(run)


def _is_python(text: str, mode: str) -> bool:
    try:
        compile(text, "", mode, ast.PyCF_ONLY_AST)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _after(text: str, quote: str, depth: int) -> tuple[str, int, bool]:
    """The state behind a line: the open triple quote, the number of open brackets, whether the next line goes on."""
    at, token = 0, ""
    while at < len(text):
        if quote:
            closed = re.compile(rf"(?:\\.|[^\\])*?{quote}", re.DOTALL).match(text, at)
            if closed is None:
                return quote, depth, False
            at, quote = closed.end(), ""
            continue
        match = _TOKEN.match(text, at)
        token = match[0] if match else text[at]
        at += len(token)
        if token in _TRIPLE:
            quote = token
        elif token in "([{":
            depth += 1
        elif token in ")]}":
            depth = max(depth - 1, 0)
    return quote, depth, token == "\\"


def _indent(text: str) -> str:
    return text[: len(text) - len(text.lstrip())]

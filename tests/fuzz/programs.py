"""Whole files of generated programs: imports, statements, and how the file is laid out and encoded."""

import re
import warnings
from typing import NamedTuple

from hypothesis import assume
from hypothesis import strategies as st

from tests.fuzz.choices import Choices, choices
from tests.fuzz.grammar import block, other_imports
from tests.fuzz.words import IMPORTS, Import

HEADS = ["", "#!/usr/bin/env python", '"""tf.Session()"""', "from __future__ import print_function", "\f", "# a\n\n'b'"]
_NAME = re.compile(r"§(\w+)((?:\.\w+)*)")
SIZES = (8, 24, 64, 128)
_FIRST = 77_000  # numbers that stand nowhere else


class Layout(NamedTuple):
    """What a file writes for a line end, a step of indentation and a quotation mark, and how it is encoded."""

    newline: str
    step: str
    encoding: str
    ends: bool
    """Whether the last line has a newline."""


UNIX = Layout("\n", "    ", "utf-8", True)
_NEWLINES = ["\n", "\r\n", "\r"]
_STEPS = ["    ", "  ", "\t", " "]
_ENCODINGS = ["utf-8", "utf-8", "utf-8-sig", "latin-1", "cp1252"]


def program(choices: Choices, size: int = 4) -> str:
    """The text of a program, four spaces to a step; not all of them compile."""
    first = choices.one(IMPORTS)
    forms = [first, *choices.several(IMPORTS, 1)]
    imports, uses = other_imports(choices)
    body = [*imports, *uses, *block(choices, size=size)]
    said = [(choices.one(forms), template) for template in body]
    lines = [_lines(form, [template for one, template in said if one is form]) for form in forms]
    parts = [choices.one(HEADS), *lines, *(_said(form, template) for form, template in said)]
    return _numbered("\n".join(part for part in parts if part) + "\n").replace("⇥", UNIX.step)


def layout(choices: Choices) -> Layout:
    """How a file is written."""
    return Layout(choices.one(_NEWLINES), choices.one(_STEPS), choices.one(_ENCODINGS), choices.below(2) == 0)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """The bytes of a program that CPython compiles, in any layout."""
    found = draw(choices(*SIZES))
    how, text = layout(found), program(found)
    assume(compiles(text))
    return laid_out(text, how)


def laid_out(text: str, layout: Layout) -> bytes:
    """The bytes of a program that is written with four spaces and line feeds."""
    lines = [_indented(line, layout.step) for line in text.split("\n")]
    if layout.encoding in ("latin-1", "cp1252"):
        lines.insert(lines[0].startswith("#!"), f"# -*- coding: {layout.encoding} -*-")
    made = layout.newline.join(lines)
    return (made if layout.ends else made.rstrip("\r\n")).encode(layout.encoding)


def compiles(text: str) -> bool:
    """Whether CPython takes the text, its symbols included."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "a.py", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def _indented(line: str, step: str) -> str:
    rest = line.lstrip(" ")
    depth, odd = divmod(len(line) - len(rest), 4)
    return step * depth + " " * odd + rest


def _said(form: Import, template: str) -> str:
    return _NAME.sub(lambda name: form.says.format(path=name[1] + name[2]), template)


def _lines(form: Import, templates: list[str]) -> str:
    heads = dict.fromkeys(name[1] for text in templates for name in _NAME.finditer(text))
    names = ", ".join(form.name.format(head=head) for head in heads or ["Session"])
    return form.lines.replace("{names}", names)


def _numbered(text: str) -> str:
    """Every comment and every line that must stay gets a number of its own."""
    pieces = re.split("([№~])", text)
    spelled = [
        piece if piece not in ("№", "~") else f"{_FIRST + at}" if piece == "№" else f"# note {_FIRST + at}"
        for at, piece in enumerate(pieces)
    ]
    return "".join(spelled)

"""A class as a text in which one name means one thing: its attributes and its methods' locals are told apart by marks.

`self.w` becomes one name, and the locals of each method get first letters that no other method has. So the code of a
class is read as that of a module is. A marked name is as long as before, so every offset stays what it was; the letters
are those of scripts that no program is written in, and do not go with any other.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable, Iterator
from dataclasses import replace

from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.source import Source

SELF = "self"
# Egyptian hieroglyphs and cuneiform: letters to Python, which it takes as they are.
_LETTERS = [*map(chr, range(0x13000, 0x1342F)), *map(chr, range(0x12000, 0x1239A))]
_DOT, *_FIRST = _LETTERS
_BEGINNINGS = string.ascii_letters + "_"
_METHODS = len(_FIRST) // len(_BEGINNINGS)
_MEANT = {letter: _BEGINNINGS[at % len(_BEGINNINGS)] for at, letter in enumerate(_FIRST)}
_MARKED = re.compile(rf"{SELF}{_DOT}\w+|[{''.join(_FIRST)}]\w*")


def attribute(name: str) -> str:
    """The mark of `self.name`."""
    return f"{SELF}{_DOT}{name}"


def is_attribute(name: str) -> bool:
    """Whether a name stands for an attribute of `self`."""
    return name.startswith(f"{SELF}{_DOT}")


def is_local(name: str) -> bool:
    """Whether a name is a local one of a method."""
    return name[:1] in _MEANT


def base(name: str) -> str:
    """The name without its mark: that of the attribute, or of the local variable."""
    if is_attribute(name):
        return name[len(SELF) + 1 :]
    return _MEANT[name[0]] + name[1:] if is_local(name) else name


def plain(name: str) -> str:
    """A name as its program has it."""
    return f"{SELF}.{base(name)}" if is_attribute(name) else base(name)


def renamed(text: str, spelled: Callable[[str], str]) -> str:
    """A text with each marked name as `spelled` says."""
    return _MARKED.sub(lambda found: spelled(found[0]), text)


def unmarked(text: str) -> str:
    """A text without marks, as its program has it."""
    return renamed(text, plain)


def marked(source: Source, model: ast.ClassDef) -> Source:
    """The text with the names of a class marked. Raises Refused where `self` is more than the place of attributes."""
    if not set(_LETTERS).isdisjoint(source.text):
        raise Refused(None, "the text has letters that the conversion needs for itself")
    text = list(source.text)
    methods = [one for one in model.body if isinstance(one, ast.FunctionDef)]
    if len(methods) > _METHODS:
        raise Refused(model, f"`{model.name}` has more methods than are followed")
    for number, method in enumerate(methods):
        letters = dict(zip(_BEGINNINGS, _FIRST[number * len(_BEGINNINGS) :], strict=False))
        for at, letter in _marks(source, method, letters):
            text[at] = letter
    return replace(source, text="".join(text))


def _marks(source: Source, method: ast.FunctionDef, letters: dict[str, str]) -> Iterator[tuple[int, str]]:
    """Where letters of a method's names change, and into which."""
    arguments = [one for one in ast.walk(method.args) if isinstance(one, ast.arg)]
    nodes = [*arguments, *(each for one in method.body for each in _readable(one))]
    has_self = bool(method.args.args) and method.args.args[0].arg == SELF
    local = locals_of(method)
    for one in nodes:
        if isinstance(one, ast.arg) and one.arg == SELF and one is not method.args.args[0]:
            raise Refused(one, f"`{SELF}` has another meaning here")
        if has_self and isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id == SELF:
            start, end = source.span(one)
            if source.text[start:end] != f"{SELF}.{one.attr}":
                raise Refused(one, "an attribute does not stand right behind its object")
            yield start + len(SELF), _DOT
    for one in nodes:
        if has_self and isinstance(one, ast.Name) and one.id == SELF and not isinstance(one.ctx, ast.Load):
            raise Refused(one, f"`{SELF}` is bound again")
        name = one.id if isinstance(one, ast.Name) else one.arg if isinstance(one, ast.arg) else ""
        if name in local and name[0] in letters:
            yield source.span(one)[0], letters[name[0]]


def locals_of(method: ast.FunctionDef) -> frozenset[str]:
    """The names that a method binds itself, but for those of which more than names and parameters tell."""
    names, others = set[str](), {SELF}
    for one in ast.walk(method):
        match one:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                names.add(name)
            case ast.Global(names=found) | ast.Nonlocal(names=found):
                others.update(found)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                others.update((alias.asname or alias.name).partition(".")[0] for alias in aliases)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
                others.add(name)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                others.add(name)
            case ast.MatchMapping(rest=str(name)):
                others.add(name)
    return frozenset(names - others)


def _readable(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below a node, but for those in f-strings, whose places are not known before Python 3.12."""
    stack = [node]
    while stack:
        one = stack.pop()
        yield one
        stack += [] if isinstance(one, ast.JoinedStr) else ast.iter_child_nodes(one)

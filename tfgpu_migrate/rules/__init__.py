"""The registry of rules: each is one generator in one file of this folder, found by itself.

A rule names the symbols that it is about; the engine calls it once for every use of one of them and passes the
`Context` of the file. Nothing else needs to know that a rule exists; `symbols.txt` is written from the rules, so that a
file only has those imported that are about its names.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tfgpu_migrate.api.names import heads
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.proto.fields import FIELDS, Field, Setter

if TYPE_CHECKING:
    from tfgpu_migrate.source.cells import Kept

Check = Callable[[Use, Context], Iterator[Diagnostic]]
LineCheck: TypeAlias = "Callable[[Kept], Iterator[Diagnostic]]"


class Rule(NamedTuple):
    """One rule: its code, its kebab-case name, its documentation and the safety of its fix (None: it has none)."""

    code: str
    name: str
    fix: Applicability | None
    symbols: frozenset[str]
    docstring: str
    knows_by_names: bool = False  # that a use means TensorFlow 1: from names that other rules change
    is_last: bool = False  # its fix waits until no other fix is left

    @property
    def docs(self) -> str:
        """The documentation; most runs show none."""
        import inspect

        return inspect.cleandoc(self.docstring)

    @property
    def summary(self) -> str:
        """The first line of the documentation: what the rule finds."""
        return self.docs.split("\n", 1)[0]


RULES: dict[str, Rule] = {}
BY_SYMBOL: dict[str, list[Check]] = {}
WHOLE_FILE = "(file)"  # the symbol of a check that is called once for a file, with its first use of TensorFlow
OF_NOTEBOOK_LINES: list[LineCheck] = []


def rule(
    code: str,
    name: str,
    *,
    symbols: Iterable[str] = (),
    fix: Applicability | None = None,
    knows_by_names: bool = False,
    is_last: bool = False,
) -> Callable[[Check], Check]:
    """Register a check; its docstring is the documentation that `tfgpu-migrate rule CODE` prints.

    `knows_by_names`: that a use means TensorFlow 1 and not 2 is known by other names of the file, so that the use would
    never be found again once these are changed. `is_last`: the fix is made when no other is left to make.
    """

    def register(check: Check) -> Check:
        made = Rule(code, name, fix, frozenset(symbols), check.__doc__ or "", knows_by_names, is_last)
        document(made)
        for symbol in made.symbols:
            BY_SYMBOL.setdefault(symbol, []).append(check)
        return check

    return register


def notebook_line(code: str, name: str, *, fix: Applicability | None = None) -> Callable[[LineCheck], LineCheck]:
    """Register a check of the lines of a notebook that are not Python; the docstring is the documentation."""

    def register(check: LineCheck) -> LineCheck:
        document(Rule(code, name, fix, frozenset(), check.__doc__ or ""))
        OF_NOTEBOOK_LINES.append(check)
        return check

    return register


def field(
    code: str,
    name: str,
    path: str,
    *,
    setter: str,
    per_session: bool,
    names_gpus: bool = False,
    default: str | None = None,
) -> Callable[[Setter], Setter]:
    """Register what one field of ConfigProto becomes; the docstring is the documentation, as for `rule`.

    `names_gpus`: the lines use the name `gpus`, so the block begins with it. `default`: the value that a session has
    which does not set the field, where the setter can say it.
    """

    def register(lines: Setter) -> Setter:
        if code not in RULES:
            document(Rule(code, name, Applicability.SAFE, frozenset(), lines.__doc__ or ""))
        FIELDS[path] = Field(code, setter, per_session, lines, names_gpus, default)
        return lines

    return register


def document_only(code: str, name: str, docs: str, fix: Applicability | None = None) -> None:
    """Register the documentation of a finding that no check of this folder makes."""
    document(Rule(code, name, fix, frozenset(), docs))


def document(made: Rule) -> None:
    """Register a rule that other code emits (a field of a proto, an unreadable file). Raises on a code taken twice."""
    if made.code in RULES:
        raise ValueError(f"two rules are called {made.code}")
    RULES[made.code] = made


@cache
def load() -> dict[str, Rule]:
    """Import every module of this folder; the rules by code, in order."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        importlib.import_module(module.name)
    _waiting().clear()
    return dict(sorted(RULES.items()))


def load_about(symbols: Iterable[str]) -> None:
    """Import the modules whose checks are about one of these symbols, or what it is a member of, or about any file."""
    if not (waiting := _waiting()):
        return
    asked = {head for symbol in symbols for head in heads(symbol)} | {WHOLE_FILE}
    for module in [module for module, about in waiting.items() if not asked.isdisjoint(about)]:
        del waiting[module]
        importlib.import_module(f"{__name__}.{module}")


@cache
def _waiting() -> dict[str, list[str]]:
    """The modules that nobody had imported yet, with what they are about: a line of symbols.txt each."""
    lines = Path(__file__).with_name("symbols.txt").read_text("utf-8").splitlines()
    split = (line.split(" ") for line in lines if line[0] != "#")
    return {module: about for module, *about in split}

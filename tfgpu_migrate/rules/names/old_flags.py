"""TFM114 old-flags."""

import re
from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.edit.imports import add_stdlib_imports
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.proto.naming import taken_name
from tfgpu_migrate.rules import rule

_FLAGS = ("app.flags.FLAGS", "flags.FLAGS")
_PARSE, _VALUES = "_parse_flags", "__flags"
_PARSING = tuple(f"{one}.{_PARSE}" for one in _FLAGS)
_READERS = ("get", "items", "keys", "values")
_LOOKS = ("Compare", "For", "Subscript", "comprehension")
_READ = "FLAGS.flag_values_dict()"
_ASKED = re.compile(r"""\s*\[\s*["']__flags["']""")


@rule("TFM114", "old-flags", symbols=_FLAGS, fix=Applicability.SAFE)
def old_flags(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Parts of `FLAGS` that went when TensorFlow 1.5 took its flags from absl.

    ## What it does
    Finds `FLAGS._parse_flags()` and, in a file that calls it, `FLAGS.__flags`; and `FLAGS.__dict__["__flags"]`.

    ## Why is this bad
    `AttributeError: _parse_flags`, also on TensorFlow 1.5 to 1.15. `FLAGS.__flags` is there, but holds objects where
    it held values. `FLAGS.__dict__` holds no flags.

    ## Example
    ```python
    FLAGS = tf.flags.FLAGS
    FLAGS._parse_flags()
    for name, value in sorted(FLAGS.__flags.items()):
        print(name, value)
    ```

    ## Use instead
    ```python
    import sys

    FLAGS = tf.compat.v1.flags.FLAGS
    FLAGS(sys.argv, known_only=True)
    for name, value in sorted(FLAGS.flag_values_dict().items()):
        print(name, value)
    ```

    ## Fix safety
    Safe: both ways a flag that nobody defined is no error. Beside the flags of the program, `flag_values_dict()` has
    those of absl itself. Calls with arguments and what is done with the dictionary itself are reported only.
    """
    name = use.symbol.partition("FLAGS.")[2].partition(".")[0]
    if name == _PARSE:
        instead, edits = "FLAGS(sys.argv, known_only=True)", _parsed(use, context)
    elif name == _VALUES and context.index.of(*_PARSING):
        instead, edits = _READ, _replaced(use) if _is_read(use) else []
    elif name == "__dict__" and _ASKED.match(context.source.text, use.end):
        instead, edits = _READ, []
    else:
        return
    fix = make_fix(f"Replace with `{instead}`", edits) if edits else None
    yield context.report(use, "TFM114", f"`FLAGS.{name}` is no longer what it was: write `{instead}`", fix)


def _parsed(use: Use, context: Context) -> list[Edit]:
    """Edits that parse the command line; none where the call is given another one, or its result is used.

    Nor where a use of the values stays: the call is what tells that they are values.
    """
    call, index = context.call(use), context.index
    start, end = index.source.span(use.statement)
    if call is None or call.arguments or (call.start, call.end) != (start, end) or taken_name(index, {"sys"}):
        return []
    if any(f"FLAGS.{_VALUES}" in one.symbol and not (_is_read(one) and one.editable) for one in index.uses):
        return []
    behind = context.source.text[use.end - len(_PARSE) - 1 : call.end]
    if "#" in behind:
        return []
    imports = add_stdlib_imports(index, {"sys"}, index.import_of(use))
    return [*imports, Edit(call.end - len(behind), behind, "(sys.argv, known_only=True)")]


def _replaced(use: Use) -> list[Edit]:
    start = use.start + len(use.written.partition(_VALUES)[0])
    return [Edit(start, _VALUES, "flag_values_dict()")]


def _is_read(use: Use) -> bool:
    """Whether a use of the values is one of the plain ways to read them, for which a copy is as good."""
    if use.attributes[-1] in _READERS:
        return use.call_node is not None
    holder, context = type(use.parent).__name__, type(getattr(use.parent, "ctx", None)).__name__
    return use.attributes[-1] == _VALUES and holder in _LOOKS and context in ("Load", "NoneType")

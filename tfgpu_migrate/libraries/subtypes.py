"""What the second argument of `numpy.issubdtype` meant up to NumPy 1.18, the last that TensorFlow 1.15 takes.

It was not the type itself, but the class above it: `issubdtype(float32, float)` was true. Seen on NumPy 1.18.5 and 2.4.
"""

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.fragment import CallArgument, Fragment
from tfgpu_migrate.index.scopes import Argument
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.table import Row

FUNCTION = "numpy.issubdtype"
# A type of Python: the class of NumPy that it stood for; every type is a `generic`. `str` meant itself.
KINDS = {
    "bool": "generic",
    "complex": "complexfloating",
    "float": "floating",
    "int": "signedinteger",
    "object": "generic",
}


def asked_kind(call: Fragment) -> CallArgument | None:
    """The second argument of a call of `issubdtype`; None where it is not to be told."""
    arguments = call.arguments
    if any(one.star for one in arguments):
        return None
    named = next((one for one in arguments if one.keyword == "arg2"), None)
    return named or (arguments[1] if len(arguments) > 1 and arguments[1].keyword is None else None)


def as_kind(use: Use, context: Context, row: Row) -> Row:
    """The row of a removed alias where the use is such an argument: what it stood for, or no new name."""
    index = context.libraries.index
    if not use.path.startswith("numpy.") or use.is_import or row.new not in KINDS:
        return row
    parent = index.parent(use.statement, use.node)
    called = index.calls.get(id(parent.call)) if isinstance(parent, Argument) else None
    if called is None or called.path != FUNCTION or not _is_second(use, parent):
        return row
    kind = KINDS[row.new]
    if kind == "generic":
        return row._replace(new="", mark="told", advice=f"for `issubdtype` it was any type: write `numpy.{row.new}_`")
    mark = "same" if context.is_tf1_code else "near"  # later code may have met NumPy 1.19, where it was itself
    return row._replace(new=f"numpy.{kind}", mark=mark, advice="")


def _is_second(use: Use, parent: object) -> bool:
    assert isinstance(parent, Argument)
    if parent.keyword is not None:
        return parent.keyword == "arg2"
    return len(parent.call.args) > 1 and parent.call.args[1] is use.node

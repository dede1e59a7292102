"""Values that are surely one whole number, though they are written as strings."""

import ast
import re
from typing import Any

from tfgpu_migrate.edit.fragment import Expression
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Occurrence
from tfgpu_migrate.proto.life import Write

_DECLARE = frozenset(("add_argument", "DEFINE_integer", "DEFINE_string"))
_SPELLS = frozenset(("str", '"{}".format', "'{}'.format"))
_RANKS = frozenset(("local_rank", "rank", "local_size", "size", "int", "len"))


def known_integers(index: Index, write: Write) -> frozenset[str]:
    """The names and attributes in what a field is set to that surely are one whole number, dotted.

    A name that is bound once, to such a number, and an argument or flag that the file declares as one.
    """
    found = index.variables(re.findall(r"\w+", write.value.text)).occurrences
    here = (one for one in found if one.statement is write.statement)
    return frozenset(".".join((one.name.id, *one.attributes)) for one in here if _is_known(index, one))


def _is_known(index: Index, found: Occurrence) -> bool:
    if found.attributes:
        return len(found.attributes) == 1 and _is_declared(index, found.attributes[0])
    owner = found.scope.owner(found.name.id)
    bindings = owner.bindings[found.name.id] if owner else []
    statement = bindings[0].statement if len(bindings) == 1 else None
    return isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name) and _counts(statement.value)


def _counts(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return getattr(node.func, "attr", getattr(node.func, "id", "")) in _RANKS
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_declared(index: Index, name: str) -> bool:
    """`parser.add_argument("--gpu", type=int)`, `flags.DEFINE_integer("gpu", 0, "")`, and no other of that name."""
    calls = (node for node in index.nodes if isinstance(node, ast.Call))
    declared = [(called, call) for call in calls if (called := getattr(call.func, "attr", "")) in _declares(call, name)]
    return len(declared) == 1 and (declared[0][0] == "DEFINE_integer" or _has_type_int(declared[0][1]))


def _declares(call: ast.Call, name: str) -> frozenset[str]:
    """The functions that a call of would declare the name."""
    words = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    options = any(word.lstrip("-").replace("-", "_") == name for word in words)
    return _DECLARE if options and (words[0] == name or words[0].startswith("-")) else frozenset()


def _has_type_int(call: ast.Call) -> bool:
    given = {one.arg: one.value for one in call.keywords}
    kind = given.get("type")
    return isinstance(kind, ast.Name) and kind.id == "int" and "nargs" not in given and "action" not in given


def integer_in_string(value: Expression, integers: frozenset[str] = frozenset()) -> str | None:
    """The code of the number in `str(hvd.local_rank())`, `"%d" % n`, `"{}".format(n)` or `f"{n}"`; None where it may be
    anything else.

    `str(x)` of a plain name proves nothing, but for those of `known_integers`: x may be a string from the command line
    that holds a list.
    """
    if not isinstance(value.fragment.tree, (ast.Call, ast.JoinedStr, ast.BinOp)):
        return None
    import libcst as cst

    node: Any = value.node
    if isinstance(node, cst.Call) and value.fragment.code(node.func) in _SPELLS and len(node.args) == 1:
        return _integer(value, node.args[0].value, integers)
    if isinstance(node, cst.FormattedString) and len(node.parts) == 1:
        (part,) = node.parts
        if not isinstance(part, cst.FormattedStringExpression) or part.conversion or part.format_spec:
            return None
        return _integer(value, part.expression, integers)
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Modulo):
        template = node.left.evaluated_value if isinstance(node.left, cst.SimpleString) else None
        if template == "%d" and not isinstance(node.right, (cst.Tuple, cst.Dict)):
            return value.fragment.code(node.right)
    return None


def _integer(value: Expression, node: Any, integers: frozenset[str]) -> str | None:
    text = value.fragment.code(node)
    return text if _is_integer(node) or text in integers else None


def choice_of_strings(value: Expression) -> tuple[str, int] | None:
    """The condition and the number of `"0" if pinned else ""`, whichever way round; None for anything else."""
    if not isinstance(value.fragment.tree, ast.IfExp):
        return None
    import libcst as cst

    node: Any = value.node
    chosen, other = (value.fragment.part(one).literal for one in (node.body, node.orelse))
    test = value.fragment.code(node.test)
    if not isinstance(node.test, (cst.Name, cst.Attribute, cst.Call, cst.Subscript)):
        test = f"({test})"
    if other == "" and isinstance(chosen, str) and _is_number(chosen):
        return test, int(chosen)
    if chosen == "" and isinstance(other, str) and _is_number(other):
        return f"not {test}", int(other)
    return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _is_integer(node: Any) -> bool:
    """A call of a function that returns an int, a literal, and `+ - * // %` of those and names."""
    import libcst as cst

    if isinstance(node, cst.Call):
        name = node.func.attr.value if isinstance(node.func, cst.Attribute) else getattr(node.func, "value", "")
        return name in _RANKS
    if isinstance(node, cst.BinaryOperation):
        arithmetic = (cst.Add, cst.Subtract, cst.Multiply, cst.FloorDivide, cst.Modulo)
        return isinstance(node.operator, arithmetic) and (_is_integer(node.left) or _is_integer(node.right))
    return isinstance(node, cst.Integer)

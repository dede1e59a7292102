"""Values that are surely one whole number, though they are written as strings."""

from typing import Any

from tfgpu_migrate.edit.fragment import Expression

_RANKS = frozenset(("local_rank", "rank", "local_size", "size", "int", "len"))


def integer_in_string(value: Expression) -> str | None:
    """The code of the number in `str(hvd.local_rank())` or `"%d" % n`; None where it may be anything else.

    `str(x)` of a plain name proves nothing: x may be a string from the command line that holds a list.
    """
    import libcst as cst

    node: Any = value.node
    if isinstance(node, cst.Call) and value.fragment.code(node.func) == "str" and len(node.args) == 1:
        inner = node.args[0].value
        return value.fragment.code(inner) if _is_integer(inner) else None
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Modulo):
        template = node.left.evaluated_value if isinstance(node.left, cst.SimpleString) else None
        if template == "%d" and not isinstance(node.right, (cst.Tuple, cst.Dict)):
            return value.fragment.code(node.right)
    return None


def choice_of_strings(value: Expression) -> tuple[str, int] | None:
    """The condition and the number of `"0" if pinned else ""`, whichever way round; None for anything else."""
    import libcst as cst

    node: Any = value.node
    if not isinstance(node, cst.IfExp):
        return None
    chosen, other = (Expression(value.fragment, one).literal for one in (node.body, node.orelse))
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

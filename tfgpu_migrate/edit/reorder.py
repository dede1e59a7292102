"""Calls whose arguments stand as TensorFlow 0.x took them: how they are known, and the edits that put them right."""

import ast
from collections.abc import Sequence

from tfgpu_migrate.api.early import EarlyOrder
from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.fragment import CallArgument, Expression, Fragment

_LISTS = (ast.List, ast.Tuple, ast.ListComp)


def is_early_order(call: ast.Call, order: EarlyOrder) -> bool:
    """Whether only TensorFlow 0.x takes the arguments of this call, whatever the values of its variables are.

    Of the losses the caller has to know that TensorFlow 1 is meant: TensorFlow 2 takes them by position again, the
    other way round.
    """
    keywords = {one.arg for one in call.keywords}
    starred = None in keywords or any(isinstance(one, ast.Starred) for one in call.args)
    if starred or len(call.args) > len(order.old):
        return False
    return not keywords.isdisjoint(order.keywords) or any(_is_known_by(sign, call.args) for sign in order.known_by)


def in_new_order(call: Fragment, order: EarlyOrder) -> list[Edit] | None:
    """Edits that put the arguments in the order, or give them the keywords, of TensorFlow 1.0.

    None where they cannot, and for losses whose arguments are called the other way round.
    """
    arguments = call.arguments
    by_position = [one for one in arguments if one.keyword is None]
    by_keyword = [one for one in arguments if one.keyword is not None]
    now = [order.keywords.get(name, name) for name in order.old[: len(by_position)]]
    renamed = [order.keywords.get(one.keyword or "", one.keyword or "") for one in by_keyword]
    if len({*now, *renamed}) != len(now) + len(renamed) or _speaks_against(by_position, order):
        return None
    edits = [
        Edit(one.start, one.keyword or "", new)
        for one, new in zip(by_keyword, renamed, strict=True)
        if one.keyword != new
    ]
    if "flags second" in order.known_by:
        axes = _in_place_of_flags(arguments)
        return [*edits, axes] if axes is not None else None
    if "number second" in order.known_by:
        first, last = by_position[1], by_position[2]
        return [*edits, Edit(first.start, "", "["), Edit(last.end, "", "]")]
    if sorted(now) != sorted(order.new[: len(now)]):
        return edits + [Edit(one.start, "", f"{name}=") for one, name in zip(by_position, now, strict=True)]
    texts = dict(zip(now, (one.value.text for one in by_position), strict=True))
    moved = [(one.value, texts[name]) for one, name in zip(by_position, order.new, strict=False)]
    return edits + [Edit(old.start, old.text, new) for old, new in moved if old.text != new]


def _is_known_by(sign: str, given: Sequence[ast.expr]) -> bool:
    first, second = (given[0] if given else None), (given[1] if len(given) > 1 else None)
    if sign == "by position":  # a literal None is 1.x's `_sentinel`, which only keeps its place
        return first is not None and not (isinstance(first, ast.Constant) and first.value is None)
    if sign == "number first":
        return _is_number(first)
    if sign == "number second":
        return len(given) > 2 and _is_number(second)
    if sign == "flags second":
        return _has_flags(second)
    return isinstance(second, _LISTS) and not isinstance(first, _LISTS)


def _is_number(node: ast.expr | None) -> bool:
    value = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(value, ast.Constant) and type(value.value) is int


def _has_flags(node: ast.expr | None) -> bool:
    flags = node.elts if isinstance(node, (ast.List, ast.Tuple)) else []
    return bool(flags) and all(isinstance(one, ast.Constant) and isinstance(one.value, bool) for one in flags)


def _is_flags(value: Expression) -> bool:
    flags = value.literal
    return isinstance(flags, list) and bool(flags) and all(isinstance(one, bool) for one in flags)


def _in_place_of_flags(arguments: Sequence[CallArgument]) -> Edit | None:
    """`[False, True]` -> `[1]`: the axes instead of a flag for each."""
    for one in (argument.value for argument in arguments):
        if _is_flags(one) and "#" not in one.text:
            return Edit(one.start, one.text, str([axis for axis, flag in enumerate(one.literal) if flag]))
    return None


def _speaks_against(by_position: Sequence[CallArgument], order: EarlyOrder) -> bool:
    """Whether what is passed as logits is called labels, or the other way round."""
    if order.new or not by_position:
        return False
    texts = [one.value.text.lower() for one in by_position]
    return "label" in texts[0] or "target" in texts[0] or any("logit" in one for one in texts[1:2])

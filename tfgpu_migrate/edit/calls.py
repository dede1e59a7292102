"""A call of a TensorFlow 1 function as a call of the native one: its arguments, told the way that one takes them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tfgpu_migrate.api.parameters import Parameter
from tfgpu_migrate.api.table import Row, renamed_calls, renamed_name
from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.imports import module_at
from tfgpu_migrate.edit.rename import spelled
from tfgpu_migrate.index.binding import (
    is_filled_by_scalar,
    is_used_otherwise,
    only_tf1_names,
    passes_gradients,
    seeds_count_ops,
    what_changed,
)
from tfgpu_migrate.index.index import Index

if TYPE_CHECKING:
    from tfgpu_migrate.edit.fragment import CallArgument, Expression, Fragment
    from tfgpu_migrate.index.uses import Use


class Native(NamedTuple):
    """The native name of what a use means, and the edits of its arguments."""

    name: str
    edits: list[Edit]


def native(index: Index, use: Use, call: Fragment | None) -> Native | None:
    """What TensorFlow 2 has natively for a renamed name; None where nothing, or it takes the call otherwise."""
    row = renamed_calls().get(use.symbol)
    if row is None:
        name = renamed_name(use.symbol)
        return Native(name, []) if name else None
    if call is None or use.given.starred or is_used_otherwise(index, use, row):
        return None
    is_changed = only_tf1_names(use.given.keywords, row) or what_changed(index, use, row.parameters) is not None
    edits = native_arguments(index, use, call, row.parameters) if is_changed else []
    given = _fixed_argument(index, use, call, row) if edits is not None else None
    return None if edits is None or given is None else Native(row.native, [*edits, *given])


def native_arguments(index: Index, use: Use, call: Fragment, parameters: Sequence[Parameter]) -> list[Edit] | None:
    """Edits after which the native function takes the arguments of a call as 1.15 did; None where there are none.

    An argument whose place changed goes by its keyword, and so do those behind it. One that is gone is left out where
    it says what TensorFlow 2 does anyway; one that was left out is written out where its default changed.
    """
    edits: list[Edit] = []
    dropped: list[CallArgument] = []
    kept: list[CallArgument] = []
    reached: set[str] = set()
    by_keyword = False  # from the first argument on that has another place
    for place, argument in enumerate(call.arguments):
        one = _parameter(argument, place, parameters)
        if one is None or (not one.same_meaning and one.value in ("", argument.value.text)):
            return None
        by_keyword = by_keyword or not one.by_position
        if one.keyword is None:
            if not one.same_default or not _says(argument.value, one.value):
                return None
            dropped.append(argument)
            continue
        told = _told(index, use, argument.value, one.how)
        if one.keyword in reached or told is None or not (argument.keyword or _may_get_keyword(argument.value)):
            return None
        reached.add(one.keyword)
        kept.append(argument)
        edits += told
        if argument.keyword is None and by_keyword:
            edits.append(Edit(argument.value.start, "", f"{one.keyword}="))
        elif argument.keyword not in (None, one.keyword):
            edits.append(Edit(argument.start, str(argument.keyword), one.keyword))
    added = [one for one in parameters if not one.same_default and not _is_given(one, call, parameters)]
    if any(one.keyword is None or not one.value for one in added) or (added and dropped and not kept):
        return None
    reached.update(one.keyword for one in added if one.keyword)
    if any(one.needed and one.keyword not in reached for one in parameters):
        return None
    written = [f"{one.keyword}={_literal(index, one.value)}" for one in added]
    return [*edits, *call.without(*dropped), *_added(call, kept, written)] if dropped or added else edits


def _fixed_argument(index: Index, use: Use, call: Fragment, row: Row) -> list[Edit] | None:
    """The argument that says what the old name said: `to_float(x)` -> `cast(x, tf.float32)`."""
    if row.fixed is None:
        return []
    keyword, value = row.fixed
    module = module_at(index, use.scope, (use.node.lineno, use.node.col_offset))
    first = next(iter(call.arguments), None)
    if module is None or first is None or not (first.keyword or _may_get_keyword(first.value)):
        return None
    text = spelled(module, f"tensorflow.{value}")
    return [Edit(first.end, "", f", {text}" if first.keyword is None else f", {keyword}={text}")]


def _parameter(argument: CallArgument, place: int, parameters: Sequence[Parameter]) -> Parameter | None:
    if argument.star:
        return None
    if argument.keyword is None:
        return parameters[place] if place < len(parameters) else None
    return next((one for one in parameters if one.name == argument.keyword), None)


def _is_given(one: Parameter, call: Fragment, parameters: Sequence[Parameter]) -> bool:
    return any(_parameter(argument, place, parameters) is one for place, argument in enumerate(call.arguments))


def _may_get_keyword(value: Expression) -> bool:
    """Whether `name=value` is Python: not where the value is `x for x in y` or `x := y` without parentheses."""
    return not isinstance(value.fragment.tree, (ast.GeneratorExp, ast.NamedExpr)) or value.is_enclosed


def _says(value: Expression, text: str) -> bool:
    """Whether the value is the literal that the table names."""
    return bool(text) and "".join(value.text.split()).replace('"', "'") == text


def _told(index: Index, use: Use, value: Expression, how: str) -> list[Edit] | None:
    """The value as the native function is told the same; None where it cannot be said."""
    if not how:
        return []
    if how == "fills":
        return [] if is_filled_by_scalar(use) else None
    if how == "complement":
        shorter = None if seeds_count_ops(index) else _taken_from_one(value)
        new = complement(value) if shorter is None else shorter
    else:
        new = _stopped(index, use, value)
    return None if new is None else [Edit(value.start, value.text, new)] if new != value.text else []


def complement(value: Expression) -> str | None:
    """`1 - x` for an expression; its value for a number, where binary arithmetic gives the same. None for `None`."""
    from decimal import Decimal, InvalidOperation

    text = value.text
    if value.literal is None:
        return None
    try:
        number = Decimal(1) - Decimal(text)
    except InvalidOperation:
        atoms = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)
        whole = isinstance(value.fragment.tree, atoms) or value.is_enclosed
        return f"1 - {text}" if whole else f"1 - ({text})"
    return str(number) if float(number) == 1 - float(text) and number >= 0 else f"1 - {text}"


def _taken_from_one(value: Expression) -> str | None:
    """The text of `x` in `1 - x`."""
    if not isinstance(value.fragment.tree, ast.BinOp) or "#" in value.text:
        return None
    import libcst as cst

    match value.node:
        case cst.BinaryOperation(
            left=cst.Integer(value="1") | cst.Float(value="1.0" | "1."), operator=cst.Subtract(), right=rest
        ):
            return value.fragment.code(rest)
    return None


def _stopped(index: Index, use: Use, value: Expression) -> str | None:
    given = use.call_node.args + [one.value for one in use.call_node.keywords] if use.call_node else []
    node = next((one for one in given if index.source.span(one) == (value.start, value.end)), None)
    if node is not None and not passes_gradients(index, node):
        return value.text
    module = module_at(index, use.scope, (use.node.lineno, use.node.col_offset))
    return None if module is None else f"{spelled(module, 'tensorflow.stop_gradient')}({value.text})"


def _literal(index: Index, text: str) -> str:
    return text.replace("'", index.source.quote)


def _added(call: Fragment, kept: Sequence[CallArgument], written: Sequence[str]) -> list[Edit]:
    """Arguments behind the last one: on lines of their own where that has one."""
    if not written:
        return []
    if not kept:
        return [Edit(call.end - 1, "", ", ".join(written))]
    source, last = call.source, kept[-1]
    line = source.line_start(last.start)
    alone = not source.text[line : last.start].strip() and line > call.start
    apart = f",{source.newline}{source.text[line : last.start]}" if alone else ", "
    return [Edit(last.end, "", "".join(f"{apart}{one}" for one in written))]

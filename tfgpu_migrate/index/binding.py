"""Whether TensorFlow 2 takes a call as TensorFlow 1 did: its arguments, bound to the parameters that changed."""

import ast
from collections.abc import Sequence
from itertools import takewhile

from tfgpu_migrate.api.parameters import Parameter
from tfgpu_migrate.api.table import Row, compat_name, renamed_name
from tfgpu_migrate.index.bound import values_of
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import is_library
from tfgpu_migrate.index.scopes import Argument
from tfgpu_migrate.index.symbols import symbol_of
from tfgpu_migrate.index.uses import Given, Use

# How many arguments by position a function gets from those whom it is given to, or given to under these keywords.
_CALLS_WITH = {
    "builtins.filter": 1,
    "functools.reduce": 2,
    "tensorflow.map_fn": 1,
    "tensorflow.vectorized_map": 1,
    "tensorflow.foldl": 2,
    "tensorflow.foldr": 2,
    "tensorflow.scan": 2,
}
_ARGUMENTS_OF = {"activation": 1, "activation_fn": 1}
_ASK_FOR_GRADIENTS = ("GradientTape", "gradients", "hessians")


def what_changed(index: Index, use: Use, parameters: Sequence[Parameter]) -> str | None:
    """What of this call TensorFlow 2 takes otherwise, as a clause; None where nothing, or only a keyword's name."""
    given = use.given
    if given.starred:
        return "`*` or `**` may pass what changed"
    reached = set()
    for position, parameter in enumerate(parameters):
        by_position, by_keyword = position < given.positional, parameter.name in given.keywords
        if by_position and not parameter.by_position:
            return f"argument {position + 1}, `{parameter.name}`, has another place"
        if by_keyword and parameter.is_gone:
            return f"it has no argument `{parameter.name}`"
        if not (by_position or by_keyword):
            if not parameter.same_default:
                return f"`{parameter.name}`, left out here, has another default"
            continue
        if parameter.keyword in reached:
            return f"`{parameter.keyword}` is given under two names"
        reached.add(parameter.keyword)
        if parameter.how == "fills":
            if not is_filled_by_scalar(use):
                return f"`{parameter.name}` must fit the values"
        elif _means_something_else(index, value_of(use, parameter.name, position), parameter):
            return f"`{parameter.name}` means something else"
    lacking = next((one for one in parameters if one.needed and one.keyword not in reached), None)
    return f"it needs `{lacking.keyword}`" if lacking else None


def _means_something_else(index: Index, value: ast.expr | None, parameter: Parameter) -> bool:
    if parameter.how == "stop_gradient":
        return value is None or passes_gradients(index, value)
    if parameter.how:
        return True
    return not parameter.same_meaning and parameter.value in ("", ast.unparse(value) if value else "")


def passes_gradients(index: Index, value: ast.expr) -> bool:
    """Whether something may be learnt through a value: not through what is fed, nor through `tf.stop_gradient(x)`.

    A file that asks for gradients itself may ask for those of what is fed.
    """
    if _calls(index, value, "stop_gradient"):
        return False
    if seeds_count_ops(index) or index.of(*_ASK_FOR_GRADIENTS):
        return True
    values = values_of(index, value) if isinstance(value, (ast.Name, ast.Attribute)) else [value]
    return not values or not all(one is not None and _calls(index, one, "placeholder") for one in values)


def _calls(index: Index, value: ast.expr, symbol: str) -> bool:
    use = index.calls.get(id(value))
    return use is not None and use.symbol == symbol


def seeds_count_ops(index: Index) -> bool:
    """Whether one op more or less may change what others draw.

    Where a graph has a seed, that of an op without one is the number of ops before it (python/framework/random_seed.py
    of 1.15 and 2.21); a module that only defines may be used in such a program.
    """
    return is_library(index) or bool(index.of("random.set_random_seed", "set_random_seed"))


def value_of(use: Use, keyword: str, position: int) -> ast.expr | None:
    """What a call without stars passes by a keyword or at a position."""
    call = use.call_node
    if call is None:
        return None
    named = next((one.value for one in call.keywords if one.arg == keyword), None)
    return named if named is not None or position >= len(call.args) else call.args[position]


def is_used_otherwise(index: Index, use: Use, row: Row) -> bool:
    """Whether a call stands where the native function does not do as well."""
    if row.only_as == "statement":
        return not (isinstance(use.statement, ast.Expr) and use.statement.value is use.parent)
    return row.only_as == "initializer" and not _is_initializer_of_numbers(index, use)


def _is_initializer_of_numbers(index: Index, use: Use) -> bool:
    """Whether the call is what `kernel_initializer=` or the like is given, and `tf.string` is not given beside it."""
    holder = index.parent(use.statement, use.node if use.call_node is None else use.call_node)
    if not isinstance(holder, Argument) or not (holder.keyword or "").endswith("initializer"):
        return False
    beside = {id(one) for one in (*holder.call.args, *(one.value for one in holder.call.keywords))}
    return not any(id(one.node) in beside for one in index.of("string"))


def is_filled_by_scalar(use: Use) -> bool:
    """Whether the value that a call of `tf.constant` or its initializer takes first is a scalar literal."""
    value = value_of(use, "value", 0)
    value = value.operand if isinstance(value, ast.UnaryOp) else value
    return isinstance(value, ast.Constant) and value.value is not None


def only_tf1_has(given: Given, row: Row) -> bool:
    """Whether TensorFlow 2 cannot take the call: too many by position, one that is gone by name, or one lacking."""
    parameters = row.parameters
    if row.takes is not None and given.positional > row.takes:
        return True
    if only_tf1_names(given.keywords, row):
        return True
    both_need = [one for one in parameters[: row.needs] if one.by_position and not one.needed]
    only_tf2 = {one.keyword for one in parameters if one.needed} - {one.keyword for one in both_need}
    left = len(only_tf2 - given.keywords)
    return not given.starred and left > max(given.positional - len(both_need), 0)


def only_tf1_names(keywords: frozenset[str], row: Row) -> bool:
    """Whether TensorFlow 2 has no parameter of one of these names, which TensorFlow 1 has."""
    return any((one.is_gone or one.is_renamed) and one.name in keywords for one in row.parameters)


def is_complete(given: Given, row: Row) -> bool:
    """Whether TensorFlow 1 takes the call: it has all that its function cannot do without."""
    return all(given.may_have(one.name, place) for place, one in enumerate(row.parameters[: row.needs]))


def is_changed_as_value(index: Index, use: Use, row: Row) -> bool:
    """Whether TensorFlow 2's function does not do where one is passed on, and called out of sight.

    An initializer is called without arguments, any other function with whatever TensorFlow 1 takes by position, unless
    it is known who calls it, or that `functools.partial` says the rest. Nobody gives what stands behind `name` and goes
    by another name since long. What an alias is used for is told where it is used.
    """
    is_class = not use.symbol.rpartition(".")[2].islower()
    if is_class or row.status != "changed" or use.is_import or use.is_assigned:
        return False
    if use.prefix != use.path and any(one.through_alias and one.prefix == use.path for one in index.uses):
        return False
    if row.only_as:
        return is_used_otherwise(index, use, row) or what_changed(index, use, row.parameters) is not None
    beside = use.parent.call.keywords if isinstance(use.parent, Argument) else []
    if only_tf1_names(frozenset(one.arg or "" for one in beside), row):
        return True
    parameters = row.parameters
    before_name = len(list(takewhile(lambda one: one.name != "name", parameters)))
    is_moved = any(
        (one.is_gone or not one.by_position) and (place < before_name or one.keyword == one.name)
        for place, one in enumerate(parameters[: _called_with(index, use, parameters)])
    )
    return is_moved or any(one.how or not (one.same_default and one.same_meaning) for one in parameters)


def _called_with(index: Index, use: Use, parameters: Sequence[Parameter]) -> int | None:
    """How many arguments by position a function gets, at most, from who it is passed on to; None where nobody knows.

    One whose first parameter is private raises where it gets any.
    """
    if parameters and parameters[0].name.startswith("_"):
        return 0
    if not isinstance(use.parent, Argument):
        return None
    call, who = use.parent.call, _callee(index, use.parent.call)
    if who == "builtins.map" and not any(isinstance(one, ast.Starred) for one in call.args):
        return len(call.args) - 1
    if who == "functools.partial":
        said = {one.arg for one in call.keywords}
        return next((place for place, one in enumerate(parameters) if one.name in said), None)
    if who in _CALLS_WITH:
        return _CALLS_WITH[who]
    return _ARGUMENTS_OF.get(use.parent.keyword or "") if who.startswith("tensorflow.") else None


def _callee(index: Index, call: ast.Call) -> str:
    """The dotted path of what a call calls: of the packages, of functools, or a builtin; "" where it is another."""
    if id(call) in index.calls:
        return f"tensorflow.{index.calls[id(call)].symbol}"
    match call.func:
        case ast.Name(id=name) as func:
            owner = index.owner(func)
            if owner is None:
                return f"builtins.{name}"
            from_functools = any(
                isinstance(one, ast.ImportFrom) and one.module == "functools" and name in _names_of(one)
                for one in index.import_statements
            )
            return f"functools.{name}" if from_functools and len(owner.bindings[name]) == 1 else ""
        case ast.Attribute(value=ast.Name(id="functools"), attr=name):
            return f"functools.{name}"
    return ""


def _names_of(statement: ast.ImportFrom) -> set[str]:
    return {one.asname or one.name for one in statement.names}


def moves_with_alias(use: Use) -> bool:
    """Whether a use means something else once the alias that it goes through has its new home: `flags = tf.app.flags`.

    It stays as it is then. An alias of what is still there (`train = tf.train`) does not help its members.
    """
    prefix = symbol_of(use.prefix).name
    return use.through_alias and (compat_name(prefix) is not None or renamed_name(prefix) is not None)

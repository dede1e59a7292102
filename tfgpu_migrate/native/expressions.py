"""What an expression of a graph program reads, draws and changes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.native.facts import CHANGES, draws, gives_slices, is_op, is_plain
from tfgpu_migrate.native.model import Kind, Refused, Value
from tfgpu_migrate.native.nesting import merged
from tfgpu_migrate.native.statements import is_harmless

_TENSORS = (Kind.PLACEHOLDER, Kind.ELEMENT, Kind.VARIABLE, Kind.HOLDER, Kind.SYMBOLIC, Kind.EAGER)
OF_MODULES = (Kind.VARIABLE, Kind.HOLDER, Kind.LAYER, Kind.EAGER)  # what stays a name of the module
_CONTAINERS = (ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Subscript, ast.Slice, ast.UnaryOp, ast.BinOp, ast.Starred)


class Made(NamedTuple):
    """What calling a function of the file does: it makes a variable, or only ops, which may draw."""

    makes_variable: bool
    draws: bool
    names: frozenset[str]  # that its body takes from the module


class Followed(NamedTuple):
    """A function of plain Python, and what it makes where it is given tensors."""

    node: ast.FunctionDef
    made: Made


class Rewritten(NamedTuple):
    """How a call of `compat.v1` is said natively; `assigns` is the variable that it changes."""

    edits: tuple[Edit, ...]
    assigns: ast.expr | None = None
    replaced: ast.expr | None = None  # an argument that the new text does not hold


class Collected(NamedTuple):
    """What a collection holds: an expression, and the values that it reads."""

    text: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Surroundings:
    """What the names around an expression mean."""

    uses: Mapping[int, Use]  # by the id of the node
    values: Mapping[str, Value]
    functions: Mapping[str, Made | None]  # None: plain Python
    native: Callable[[Use], Rewritten | None]
    replace: Callable[[ast.AST, str], Edit]
    followed: dict[str, Followed] = field(default_factory=dict)  # of those, what can be given tensors
    given_tensors: set[ast.AST] = field(default_factory=set)  # those that are
    going: set[int] = field(default_factory=set)  # the arguments that calls are not given any more, by id
    collections: dict[str, list[Collected]] = field(default_factory=dict)  # by the text of the key
    initializers: set[str] = field(default_factory=set)  # names of initializers that do not draw
    seen: set[int] = field(default_factory=set)  # the uses that were understood, by the id of the node


@dataclass
class Reading:
    """What was found in an expression."""

    values: list[Value] = field(default_factory=list)
    plain: set[str] = field(default_factory=set)
    has_op: bool = False
    draws: str = ""  # what draws
    makes_variable: bool = False
    slices: bool = False
    assigns: set[Value] = field(default_factory=set)
    edits: list[Edit] = field(default_factory=list)
    calls: list[ast.Call] = field(default_factory=list)  # of plain Python

    @property
    def is_symbolic(self) -> bool:
        """Whether it is computed anew in each run of the session."""
        return any(one.kind is not Kind.EAGER for one in self.values)

    @property
    def is_plain(self) -> bool:
        """Whether it has nothing to do with TensorFlow's tensors."""
        return not self.values and not self.has_op and not self.makes_variable


def read(node: ast.expr, around: Surroundings) -> Reading:
    """What an expression reads. Raises Refused where a tensor goes where the conversion cannot follow."""
    reading = Reading()
    _read(node, around, reading)
    reading.edits = merged(reading.edits, node)
    return reading


def _read(node: ast.AST | None, around: Surroundings, found: Reading) -> None:
    if node is None or isinstance(node, (ast.Constant, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop)):
        return
    use = around.uses.get(id(node))
    if use is not None and not isinstance(node, ast.Call):
        _read_name(use, around, found)
        return
    if isinstance(node, ast.Name):
        _read_variable(node, around, found)
    elif isinstance(node, ast.Call):
        _read_call(node, around, found)
    elif isinstance(node, ast.Compare):
        _read_parts(node, around, found)
        same = any(isinstance(one, (ast.Eq, ast.NotEq, ast.In, ast.NotIn)) for one in node.ops)
        if same and _has_tensor(node, around):
            raise Refused(node, "`==` between tensors means identity in a graph")
    elif isinstance(node, _CONTAINERS):
        _read_parts(node, around, found)
    else:
        before = len(found.values), found.has_op, found.makes_variable
        _read_parts(node, around, found)
        if (len(found.values), found.has_op, found.makes_variable) != before:
            raise Refused(node, "a tensor is used in an expression that is not followed")


def _read_parts(node: ast.AST, around: Surroundings, found: Reading) -> None:
    for child in ast.iter_child_nodes(node):
        _read(child, around, found)


def _has_tensor(node: ast.AST, around: Surroundings) -> bool:
    part = Reading()
    _read_parts(node, around, part)
    return not part.is_plain


def _read_name(use: Use, around: Surroundings, found: Reading) -> None:
    """A TensorFlow name that is not called: a number type, or a function that is handed on."""
    if is_harmless(use):
        found.plain.update([use.root] if use.through_alias else [])
        around.seen.add(id(use.node))
        return
    if use.namespace != "" or not (is_plain(use.symbol) or is_op(use.symbol) or use.symbol == "newaxis"):
        raise Refused(use.node, f"`{use.written}` is handed on")
    if draws(use.symbol):
        raise Refused(use.node, f"`{use.written}` is handed on, and draws")
    found.has_op = found.has_op or is_op(use.symbol)
    around.seen.add(id(use.node))


def _read_variable(node: ast.Name, around: Surroundings, found: Reading) -> None:
    value = around.values.get(node.id)
    if id(node) in around.going:
        return
    if value is None:
        found.plain.add(node.id)
        return
    if value.kind not in _TENSORS:
        raise Refused(node, f"`{node.id}`, {value.kind.value}, is used in an expression")
    if value.drawn:
        raise Refused(node, f"`{node.id}` is drawn anew in each run")
    found.values.append(value)


def _read_call(node: ast.Call, around: Surroundings, found: Reading) -> None:
    use = around.uses.get(id(node.func))
    if use is not None:
        _read_tensorflow_call(node, use, around, found)
        return
    callee = node.func
    arguments = [*node.args, *(one.value for one in node.keywords)]
    if isinstance(callee, ast.Name) and callee.id in around.functions and callee.id not in around.values:
        _read_own_call(callee.id, node, around, found)
        return
    if isinstance(callee, ast.Attribute) and isinstance(callee.value, ast.Name):
        value = around.values.get(callee.value.id)
        if value is not None and value.kind is Kind.VARIABLE and callee.attr in CHANGES:
            if len(node.args) != 1 or node.keywords:
                raise Refused(node, f"`{callee.attr}` has other arguments than the value")
            found.values.append(value)
            found.assigns.add(value)
            found.has_op = True
            _read(node.args[0], around, found)
            return
    if _is_static_shape(node):
        assert isinstance(callee, ast.Attribute)
        assert isinstance(callee.value, ast.Call)
        shaped = callee.value.func
        assert isinstance(shaped, ast.Attribute)
        _read(shaped.value, around, found)
        return
    part = Reading()
    for one in (callee, *arguments):
        _read(one, around, part)
    if not part.is_plain:
        raise Refused(node, "a tensor is given to code that is not followed")
    found.plain |= part.plain
    found.calls += [node, *part.calls]


def _is_static_shape(node: ast.Call) -> bool:
    """`x.get_shape().as_list()`."""
    callee = node.func
    return (
        isinstance(callee, ast.Attribute)
        and callee.attr == "as_list"
        and isinstance(callee.value, ast.Call)
        and isinstance(callee.value.func, ast.Attribute)
        and callee.value.func.attr == "get_shape"
    )


def _read_own_call(name: str, node: ast.Call, around: Surroundings, found: Reading) -> None:
    made = around.functions[name]
    part = Reading()
    for one in (*node.args, *(each.value for each in node.keywords)):
        _read(one, around, part)
    if made is None and not part.is_plain:
        if name not in around.followed:
            raise Refused(node, f"a tensor is given to `{name}`, which is not followed")
        followed = around.followed[name]
        around.given_tensors.add(followed.node)
        made = followed.made
    if made is None:
        found.plain |= part.plain | {name}
        found.calls += [node, *part.calls]
        return
    if made.makes_variable and (part.is_symbolic or part.draws):
        raise Refused(node, f"`{name}` makes variables from what runs in the session")
    for free in sorted(made.names):
        value = around.values.get(free)
        if value is not None and (value.kind not in OF_MODULES or value.drawn):
            raise Refused(node, f"`{name}` reads `{free}`, {value.kind.value}")
        found.values += [value] if value is not None else []
    found.plain |= part.plain | (made.names - set(around.values)) | {name}
    found.values += part.values
    found.edits += part.edits
    found.calls += part.calls
    found.assigns |= part.assigns
    found.has_op = found.has_op or not made.makes_variable
    found.makes_variable = found.makes_variable or made.makes_variable
    found.draws = found.draws or part.draws or (name if made.draws and not made.makes_variable else "")
    found.slices = found.slices or part.slices


def _read_tensorflow_call(node: ast.Call, use: Use, around: Surroundings, found: Reading) -> None:
    around.seen.add(id(use.node))
    if is_harmless(use):
        part = Reading()
        for one in (*node.args, *(each.value for each in node.keywords)):
            _read(one, around, part)
        if not part.is_plain:
            raise Refused(node, f"a tensor is given to `{use.written}`")
        found.plain |= part.plain | ({use.root} if use.through_alias else set())
        return
    if use.symbol == "get_collection" and use.namespace == "compat.v1":
        _read_collection(node, use, around, found)
        return
    rewritten = around.native(use)
    if rewritten is not None:
        found.edits += rewritten.edits
        if rewritten.assigns is not None:
            part = Reading()
            _read(rewritten.assigns, around, part)
            if len(part.values) != 1 or part.values[0].kind is not Kind.VARIABLE:
                raise Refused(node, "it is not known which variable changes")
            found.assigns.add(part.values[0])
    elif use.namespace != "" or not is_op(use.symbol):
        raise Refused(use.node, f"`{use.written}` has no place in eager code that is known")
    arguments = [*node.args, *(each.value for each in node.keywords)]
    if rewritten is not None and rewritten.replaced is not None:
        around.seen.update(id(one) for one in ast.walk(rewritten.replaced))
        arguments = [one for one in arguments if one is not rewritten.replaced]
    if use.symbol in ("Variable", "get_variable") or use.symbol.endswith("create_global_step"):
        _read_initial_value(node, arguments, around, found)
        return
    found.has_op = True
    found.draws = found.draws or (use.written if draws(use.symbol) else "")
    found.slices = found.slices or gives_slices(use.symbol)
    for one in arguments:
        _read(one, around, found)


def _read_collection(node: ast.Call, use: Use, around: Surroundings, found: Reading) -> None:
    """`tf.get_collection(key)` of what the program added there itself: a list."""
    key = ast.unparse(node.args[0]) if len(node.args) == 1 and not node.keywords else ""
    held = around.collections.get(key)
    if held is None:
        raise Refused(node, f"by-name access to a collection: `{key}`")
    for one in (each for part in held for each in part.values):
        if around.values.get(one.name) is not one:
            raise Refused(node, f"`{one.name}`, which is in the collection, is bound again")
        found.values.append(one)
    around.seen.update(id(one) for one in ast.walk(node))
    found.has_op = True
    found.edits.append(around.replace(node, f"[{', '.join(one.text for one in held)}]"))


def _read_initial_value(node: ast.Call, arguments: list[ast.expr], around: Surroundings, found: Reading) -> None:
    part = Reading()
    for one in arguments:
        if isinstance(one, ast.Name) and (value := around.values.get(one.id)) is not None and value.drawn:
            continue  # drawn for this variable
        _read(one, around, part)
    if part.is_symbolic:
        raise Refused(node, "a variable begins with what runs in the session")
    found.makes_variable = True
    found.plain |= part.plain
    found.edits += part.edits

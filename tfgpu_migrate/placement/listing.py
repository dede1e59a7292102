"""What a program reads of the devices that `list_local_devices()` returns, and the tf.config expression for it."""

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.fragment import Expression, Fragment
from tfgpu_migrate.edit.quotes import quote_at
from tfgpu_migrate.index.contexts import is_builtin, is_counted, only_loads
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.scopes import Argument

if TYPE_CHECKING:
    import libcst as cst

KINDS = ("GPU", "CPU")

# What TensorFlow 2 says about the fields of DeviceAttributes that PhysicalDevice does not have
# (tensorflow/core/framework/device_attributes.proto and python/eager/context.py, 2.21.0).
NO_EQUIVALENT = {
    "memory_limit": "`memory_limit` has no equivalent (get_memory_info tells use, not size): decide what is needed",
    "physical_device_desc": "`physical_device_desc` is told in part by tf.config.experimental.get_device_details",
    "locality": "`locality` has no equivalent",
    "incarnation": "`incarnation` has no equivalent",
}
OTHER_USE = "what is done with the devices has no exact equivalent: count or name them with tf.config"


class Unknown(Exception):
    """A use of the devices for which tf.config has no exact equivalent; the message is a clause for a person."""


class Listing(NamedTuple):
    """The edits that put tf.config in the place of one call, and the assignment that they leave without a purpose."""

    edits: tuple[Edit, ...]
    assignment: ast.stmt | None = None


def read_listing(index: Index, statement: ast.stmt, call: ast.Call, tf: str) -> Listing:
    """What becomes of one `list_local_devices()`; `tf` is the local name of TensorFlow. Raises Unknown."""
    if call.args or call.keywords:
        raise Unknown("which, and with how much memory, its argument decides: set that with tf.config")
    parent = index.parent(statement, call)
    if isinstance(parent, ast.comprehension):
        return Listing(_comprehension(index, statement, parent, tf))
    loads = only_loads(index, statement, call)
    if not loads:
        raise Unknown(_field_read(index, statement, call) or OTHER_USE)
    edits: list[Edit] = []
    for one in loads:
        if one.attributes or not isinstance(one.parent, ast.comprehension) or one.parent.iter is not one.chain:
            raise Unknown(_fields_near(index, loads[0].name.id) or OTHER_USE)
        edits += _comprehension(index, one.statement, one.parent, tf)
    return Listing(tuple(edits), statement)


def _field_read(index: Index, statement: ast.stmt, call: ast.Call) -> str:
    """The reason for a field that is read of an element at once or in a `for` loop over the call."""
    parent = index.parent(statement, call)
    if isinstance(parent, (ast.For, ast.Subscript)):
        return next((NO_EQUIVALENT[one.attr] for one in _attributes(statement) if one.attr in NO_EQUIVALENT), "")
    return ""


def _fields_near(index: Index, name: str) -> str:
    """The reason for a field that is read in a statement which also reads the list of that name."""
    statements = [one.statement for one in index.variables([name]).occurrences]
    fields = (one.attr for statement in statements for one in _attributes(statement))
    return next((NO_EQUIVALENT[field] for field in fields if field in NO_EQUIVALENT), "")


def _attributes(statement: ast.stmt) -> Iterator[ast.Attribute]:
    return (one for one in ast.walk(statement) if isinstance(one, ast.Attribute))


def _comprehension(index: Index, statement: ast.stmt, generator: ast.comprehension, tf: str) -> tuple[Edit, ...]:
    """Edits of a comprehension that runs over the devices. Raises Unknown."""
    whole = index.parent(statement, generator)
    if not isinstance(whole, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        raise Unknown(OTHER_USE)
    reading = _Reading(Fragment(index.source, *index.source.span(whole)))
    quote = reading.quote or quote_at(index, statement, generator)
    if reading.kind is None:
        _must_look_for_a_kind(index, statement, whole, reading)
        return (_replaced(reading.devices, f"{tf}.config.list_physical_devices()"),)
    devices = f"{tf}.config.list_physical_devices({quote}{reading.kind}{quote})"
    if not reading.other_conditions and "#" not in reading.fragment.text:
        if isinstance(whole, ast.ListComp) and is_counted(index, statement, whole):
            return (_replaced(Expression(reading.fragment), devices),)
        if (total := _sum_of_ones(index, statement, whole, reading)) is not None:
            return (_replaced(Expression.at(index.source, *index.source.span(total)), f"len({devices})"),)
    if reading.takes_devices and not is_counted(index, statement, whole):
        raise Unknown(OTHER_USE)
    names = [
        _replaced(one, f"{one.text}.replace({quote}physical_device{quote}, {quote}device{quote})")
        for one in reading.names
    ]
    return (*reading.without_condition(devices), *names)


def _must_look_for_a_kind(index: Index, statement: ast.stmt, whole: ast.expr, reading: "_Reading") -> None:
    """Without a condition TF 1 lists XLA devices too: only the question whether there is one of a kind is exact."""
    parent = index.parent(statement, whole)
    if isinstance(parent, Argument) and reading.compares_kind and _calls(parent.call, "any", "sum"):
        return
    if isinstance(parent, ast.Compare) and reading.takes_kind and parent.comparators == [whole]:
        left = parent.left
        if isinstance(left, ast.Constant) and left.value in KINDS and isinstance(parent.ops[0], (ast.In, ast.NotIn)):
            return
    raise Unknown(reading.reason)


def _sum_of_ones(index: Index, statement: ast.stmt, whole: ast.expr, reading: "_Reading") -> ast.Call | None:
    """The call in `sum([1 for d in ...])` or `sum(1 for d in ...)`."""
    import libcst as cst

    parent = index.parent(statement, whole)
    if (
        not isinstance(parent, Argument)
        or not isinstance(reading.node.elt, cst.Integer)
        or reading.node.elt.value != "1"
    ):
        return None
    call = parent.call
    return call if _calls(call, "sum") and is_builtin(index, "sum") and is_builtin(index, "len") else None


def _calls(call: ast.Call, *names: str) -> bool:
    """Whether the call is of one of these names, with a single argument."""
    return isinstance(call.func, ast.Name) and call.func.id in names and len(call.args) == 1 and not call.keywords


class _Reading:
    """A comprehension over devices, read through LibCST. Raises Unknown where it reads more than names and kinds."""

    def __init__(self, fragment: Fragment) -> None:
        import libcst as cst

        self.fragment = fragment
        loop = self.node.for_in
        if loop.inner_for_in is not None or loop.asynchronous is not None or not isinstance(loop.target, cst.Name):
            raise Unknown(OTHER_USE)
        self.variable: str = loop.target.value
        self.conditions: list[cst.CompIf] = list(loop.ifs)
        self.devices = fragment.part(loop.iter)
        self.kind, self.condition = self._find_kind()
        reads = [self.node.elt, *(one.test for one in self.other_conditions)]
        found = [read for node in reads for read in self._reads(node)]
        fields = {read.attr.value if isinstance(read, cst.Attribute) else "" for read in found}
        self.reason = next((NO_EQUIVALENT[one] for one in fields if one in NO_EQUIVALENT), OTHER_USE)
        self.takes_devices = isinstance(self.node.elt, cst.Name) and self.node.elt.value == self.variable
        bare = [read for read in found if not isinstance(read, cst.Attribute)]
        if fields - {"", "name", "device_type"} or len(bare) > self.takes_devices:
            raise Unknown(self.reason)
        self.names = [
            fragment.part(read) for read in found if isinstance(read, cst.Attribute) and read.attr.value == "name"
        ]
        if self.names and self.kind is None:
            raise Unknown(OTHER_USE)

    @property
    def node(self) -> Any:
        """The comprehension."""
        return self.fragment.node

    @property
    def other_conditions(self) -> "list[cst.CompIf]":
        """The conditions beside the one on the kind."""
        return [one for one in self.conditions if one is not self.condition]

    @property
    def compares_kind(self) -> bool:
        """Whether the element is `d.device_type == "GPU"` and nothing else decides."""
        return self._kind_of(self.node.elt) is not None and not self.conditions

    @property
    def takes_kind(self) -> bool:
        """Whether the element is `d.device_type` and nothing else decides."""
        return self.fragment.part(self.node.elt).dotted == f"{self.variable}.device_type" and not self.conditions

    def without_condition(self, devices: str) -> list[Edit]:
        """Edits that run over `devices`, which are all of the kind, and drop the condition on it."""
        source = self.fragment.source
        position = next(number for number, one in enumerate(self.conditions) if one is self.condition)
        start = self.fragment.part(self.conditions[position - 1].test).end if position else self.devices.end
        end = self.fragment.part(self.conditions[position].test).end
        if "#" in source.text[start:end]:
            raise Unknown("a comment stands before the condition on the kind: move it first")
        cut = Edit(start, source.text[start:end], "")
        return [_replaced(self.devices, devices), cut]

    def _find_kind(self) -> "tuple[str | None, cst.CompIf | None]":
        for one in self.conditions:
            kind = self._kind_of(one.test)
            if kind is not None:
                return kind, one
        return None, None

    @property
    def quote(self) -> str | None:
        """The mark that the kind is written with in the condition."""
        import libcst as cst

        test: Any = self.condition.test if self.condition else None
        sides = (test.left, test.comparisons[0].comparator) if test else ()
        return next(
            (side.quote for side in sides if isinstance(side, cst.SimpleString) and side.quote in ("'", '"')), None
        )

    def _kind_of(self, node: Any) -> str | None:
        """The kind in `d.device_type == "GPU"`, written either way round."""
        import libcst as cst

        if not isinstance(node, cst.Comparison) or len(node.comparisons) != 1:
            return None
        target = node.comparisons[0]
        if not isinstance(target.operator, cst.Equal):
            return None
        sides = [self.fragment.part(node.left), self.fragment.part(target.comparator)]
        literal = next((side.literal for side in sides if side.literal in KINDS), None)
        reads = any(side.dotted == f"{self.variable}.device_type" for side in sides)
        return literal if reads else None

    def _reads(self, node: Any) -> Iterator[Any]:
        """`d.field` and bare `d` below a node; the names of attributes and keywords are none of it."""
        import libcst as cst

        if isinstance(node, cst.Name):
            if node.value == self.variable:
                yield node
            return
        if isinstance(node, cst.Attribute):
            if isinstance(node.value, cst.Name) and node.value.value == self.variable:
                yield node
            else:
                yield from self._reads(node.value)
            return
        for child in [node.value] if isinstance(node, cst.Arg) else node.children:
            yield from self._reads(child)


def _replaced(value: Expression, text: str) -> Edit:
    return Edit(value.start, value.text, text)

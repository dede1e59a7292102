"""Whether all that is done with the objects of a class is written by the names of their attributes."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.classes.marks import SELF, base, is_attribute
from tfgpu_migrate.native.facts import OF_FEEDS
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.statements import handles

# A `tf.function` keeps what it traced for each object: for equal ones it would be the same.
_OF_IDENTITY = frozenset(("__eq__", "__hash__", "__slots__"))
# What reads and changes attributes without their names.
_OF_MODULES = ("attrgetter", "deepcopy", "getmembers", "methodcaller")  # of operator, copy and inspect
_BY_NAME = frozenset(
    ("delattr", "dir", "eval", "exec", "getattr", "globals", "hasattr", "locals", "setattr", "vars", *_OF_MODULES)
)
_BY_NAME_METHODS = frozenset(
    ("__class__", "__delattr__", "__dict__", "__getattr__", "__getattribute__", "__getstate__", "__setattr__",
     "__setstate__")
)  # fmt: skip


# What a session raises for feeds that do not fit, and once it is closed.
_OF_SESSIONS = frozenset((*OF_FEEDS, "RuntimeError"))
# Input, by how its names begin and end, and gradients that a program takes itself, by methods of optimizers.
_INPUT = ("data.", "gradients", "train.Coordinator", "train.batch", "train.shuffle_batch", "train.start_queue_runners")
_PRODUCERS = ("_input_producer", "Reader")
_GRADIENTS = frozenset(("apply_gradients", "compute_gradients"))


def must_be_followed(index: Index) -> None:
    """Raise Refused where a class takes its input from datasets or queues, or its gradients itself."""
    for use in index.uses:
        if not use.is_import and (use.symbol.startswith(_INPUT) or use.symbol.endswith(_PRODUCERS)):
            raise Refused(use.node, f"`{use.written}` is not followed in a file whose class runs the graph")
    for one in index.nodes:
        if isinstance(one, ast.Attribute) and one.attr in _GRADIENTS:
            raise Refused(one, f"`{one.attr}` is not followed in a file whose class runs the graph")


def must_stand_alone(model: ast.ClassDef, index: Index) -> None:
    """Raise Refused where another class, or code that knows no names, may have to do with the objects of a class."""
    if model.decorator_list or model.keywords or any(ast.unparse(one) != "object" for one in model.bases):
        raise Refused(model, f"`{model.name}` is made of more than is written in it: a base, or a decorator")
    for one in index.nodes:
        _must_name(one, model)
    _must_not_be_handled(model, index)
    for part in model.body:
        _must_be_plain(part, model)
    for one in ast.walk(model):
        if isinstance(one, ast.ClassDef) and one is not model:
            raise Refused(one, "a class in a class is not followed")


def _must_name(node: ast.AST, model: ast.ClassDef) -> None:
    """Raise Refused where a node may reach attributes by other than their names, or make and begin objects."""
    name = ""
    if isinstance(node, ast.Name):
        name = base(node.id) if is_attribute(node.id) else ""
        if node.id in _BY_NAME:
            raise Refused(node, f"`{node.id}` may reach the attributes of `{model.name}`")
    elif isinstance(node, ast.Attribute):
        name = node.attr
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Call) and ast.unparse(node.func.func) == "type":
        raise Refused(node, f"an object may be made of the class of another, which may be `{model.name}`")
    if name in _BY_NAME_METHODS or (isinstance(node, ast.Attribute) and name in _OF_MODULES):
        raise Refused(node, f"`{name}` may reach the attributes of `{model.name}`")
    if name == "__init__":
        raise Refused(node, f"an object, maybe of `{model.name}`, begins again")


def _must_not_be_handled(model: ast.ClassDef, index: Index) -> None:
    """Raise Refused where errors of a method are handled that a session raises, and a function does not."""
    methods = {one.name for one in model.body if isinstance(one, ast.FunctionDef)}
    for one in index.nodes:
        if not isinstance(one, ast.Try) or not any(handles(each, _OF_SESSIONS, index) for each in one.handlers):
            continue
        for call in (each for part in one.body for each in ast.walk(part) if isinstance(each, ast.Call)):
            callee = call.func
            name = callee.attr if isinstance(callee, ast.Attribute) else ast.unparse(callee)
            if (base(name) if is_attribute(name) else name) in methods:
                raise Refused(call, f"`{base(name)}` may raise another error than is handled here")


def _must_be_plain(part: ast.stmt, model: ast.ClassDef) -> None:
    """Raise Refused where a part of a class makes objects of another kind than one that only has attributes."""
    names = {one.id for one in ast.walk(part) if isinstance(one, ast.Name)} if isinstance(part, ast.Assign) else set()
    bound = {part.name} if isinstance(part, ast.FunctionDef) else names
    if same := bound & _OF_IDENTITY:
        raise Refused(part, f"`{min(same)}` says which objects of `{model.name}` are the same")
    if reaching := bound & _BY_NAME_METHODS:
        raise Refused(part, f"`{min(reaching)}` may reach the attributes of `{model.name}`")
    if not isinstance(part, ast.FunctionDef):
        return
    if "classmethod" in map(ast.unparse, part.decorator_list):
        raise Refused(part, f"`{model.name}` may make objects of itself here")
    first = part.args.args[0].arg if part.args.args else SELF
    if not part.decorator_list and first != SELF:
        raise Refused(part, f"the object is called `{first}` here, not `{SELF}`")

"""Whether an object is a model of Keras: of most objects a file does not say what they are."""

import ast

from tfgpu_migrate.index.bound import values_of
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use

_MODELS = ("Model", "Sequential", "load_model", "model_from_json", "model_from_yaml")


def is_model(index: Index, use: Use) -> bool:
    """Whether a method is called of a variable that the file binds to models of Keras only."""
    return use.call_node is not None and is_method_of_model(index, use.call_node)


def is_method_of_model(index: Index, call: ast.Call) -> bool:
    """The same of the call itself."""
    named = call.func.value if isinstance(call.func, ast.Attribute) else None
    values = values_of(index, named) if isinstance(named, ast.Name) else []
    return bool(values) and all(_maker(one) in _MODELS for one in values)


def _maker(value: ast.expr | None) -> str:
    match value:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
    return ""

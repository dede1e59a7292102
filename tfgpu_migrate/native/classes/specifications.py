"""What a method says that it takes: the placeholder, as far as the class knows it before there is an object."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.classes.classes import Model
from tfgpu_migrate.native.classes.marks import is_attribute, is_local
from tfgpu_migrate.native.model import Program, Refused

# Ops and attributes that ask for a size when the graph is built.
_BY_SIZE = frozenset(("as_list", "get_shape", "meshgrid", "ndims", "set_shape", "shape", "squeeze", "unstack"))


def specification(name: str, program: Program, index: Index, model: Model) -> str:
    """`tf.TensorSpec(shape, dtype)` of a placeholder: sizes that each object has for itself are None.

    Raises Refused where more than sizes differ, or where the size counts.
    """
    value = program.placeholders[name]
    assert value.node is not None
    start = index.source.span(value.node)[0]
    text = next(one.new for one in program.edits if one.start == start)
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    parts = dict(zip(("shape", "dtype"), call.args, strict=False)) | {one.arg or "": one.value for one in call.keywords}
    shape, dtype = parts["shape"], parts["dtype"]
    if not _is_of_module(dtype, index, model):
        raise Refused(value.node, "the number type of a placeholder is found out at run time")
    if _is_of_module(shape, index, model):
        return text
    if not isinstance(shape, (ast.List, ast.Tuple)) or any(isinstance(one, ast.Starred) for one in shape.elts):
        raise Refused(value.node, "how many dimensions a placeholder has is found out at run time")
    _must_not_count(program, value.node)
    sizes = [ast.unparse(one) if _is_of_module(one, index, model) else "None" for one in shape.elts]
    return f"{ast.unparse(call.func)}([{', '.join(sizes)}], {ast.unparse(dtype)})"


def _is_of_module(node: ast.expr, index: Index, model: Model) -> bool:
    """Whether an expression says the same where the class is defined: constants of the module, bound once above."""
    for one in ast.walk(node):
        if not isinstance(one, ast.Name):
            continue
        if is_attribute(one.id) or is_local(one.id):
            return False
        stores = [each for each in index.nodes if isinstance(each, ast.Name) and each.id == one.id]
        bound = [each for each in stores if not isinstance(each.ctx, ast.Load)]
        aliases = (alias for each in index.import_statements for alias in each.names)
        imported = any((alias.asname or alias.name) == one.id for alias in aliases)
        if not imported and (len(bound) != 1 or bound[0].lineno > model.node.lineno):
            return False
    return True


def _must_not_count(program: Program, place: ast.expr) -> None:
    for step in program.steps.values():
        for one in ast.walk(step.expression or step.node):
            if isinstance(one, ast.Attribute) and one.attr in _BY_SIZE:
                raise Refused(place, f"a size that is found out at run time counts for `{one.attr}`")

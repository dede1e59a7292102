"""Datasets: which of their methods mean the same in both versions, and what their functions may do."""

from __future__ import annotations

import ast

from tfgpu_migrate.native.expressions import read
from tfgpu_migrate.native.facts import DTYPES, draws, is_op
from tfgpu_migrate.native.model import Dataset, Kind, Refused
from tfgpu_migrate.native.single import is_single
from tfgpu_migrate.native.state import State
from tfgpu_migrate.native.statements import is_harmless

TAKES_FUNCTION = frozenset(("filter", "flat_map", "interleave", "map"))
# Those give as many tensors as the dataset that they are called on.
_SAME_PARTS = frozenset(
    ("batch", "cache", "concatenate", "filter", "padded_batch", "prefetch", "repeat", "shard", "shuffle", "skip",
     "take", "unbatch")
)  # fmt: skip
_METHODS = _SAME_PARTS | TAKES_FUNCTION
_OF_TENSORS = ("data.Dataset.from_tensor_slices", "data.Dataset.from_tensors")
_ONE_TENSOR = ("data.Dataset.list_files", "data.Dataset.range", "data.FixedLengthRecordDataset",
               "data.TFRecordDataset", "data.TextLineDataset")  # fmt: skip
_MAKERS = (*_OF_TENSORS, *_ONE_TENSOR, "data.Dataset.from_generator", "data.Dataset.zip")
_IN_PIPELINES = ("image.", "io.", "numpy_function", "py_function", "strings.", "TensorShape")
_DRAWING_IMAGES = ("image.random_", "image.stateless_random_", "image.sample_distorted")
_KNOWN_MODULES = frozenset(("math", "numpy", "os"))


def dataset_of(node: ast.expr, state: State) -> Dataset | None:
    """What is known of the dataset that an expression makes; None where it makes none. Raises Refused."""
    if isinstance(node, ast.Name):
        value = state.values.get(node.id)
        return state.datasets[id(value)] if value is not None and value.kind is Kind.DATASET else None
    if not isinstance(node, ast.Call):
        return None
    use = state.index.calls.get(id(node))
    if use is not None:
        if use.symbol not in _MAKERS or use.namespace:
            return None
        state.around.seen.add(id(use.node))
        return _made(node, use.symbol, state)
    if not isinstance(node.func, ast.Attribute):
        return None
    over = dataset_of(node.func.value, state)
    return None if over is None else _changed(node, node.func.attr, over, state)


def _made(node: ast.Call, symbol: str, state: State) -> Dataset:
    arguments = [*node.args, *(one.value for one in node.keywords)]
    if not arguments:
        raise Refused(node, "a dataset is made of nothing")
    if symbol == "data.Dataset.zip":
        over = arguments[0].elts if len(arguments) == 1 and isinstance(arguments[0], ast.Tuple) else []
        known = [dataset_of(one, state) for one in over]
        if not known or None in known:
            raise Refused(node, "what is zipped is not known to be datasets")
        parts = len(known) if all(one is not None and one.parts == 0 for one in known) else None
        fed = tuple(name for one in known if one is not None for name in one.fed)
        if shuffled := next((one.shuffles for one in known if one is not None and one.shuffles), None):
            raise Refused(shuffled, "a shuffle by a seed is zipped")
        drawn = next((one.draws for one in known if one is not None and one.draws), None)
        return Dataset(parts, fed, draws=drawn)
    if symbol == "data.Dataset.from_generator":
        _must_be_types(arguments[1:], state)
        arguments = arguments[:1]
    fed = _must_be_given(arguments, state)
    drawn = None
    if symbol == "data.Dataset.list_files" and not _is_false(node, "shuffle"):
        _must_not_be_seeded(node, state)
        drawn = node
    return Dataset(_parts_of(arguments[0], state) if symbol in _OF_TENSORS else _of_one(symbol), fed, draws=drawn)


def _of_one(symbol: str) -> int | None:
    return 0 if symbol in _ONE_TENSOR else None


def _changed(node: ast.Call, method: str, over: Dataset, state: State) -> Dataset:
    """What a method makes of a dataset. Raises Refused where it may do something else in TensorFlow 2."""
    if method not in _METHODS:
        raise Refused(node, f"`{method}` of a dataset is not followed")
    arguments = [*node.args, *(one.value for one in node.keywords)]
    parts, drawn, shuffled = over.parts if method in _SAME_PARTS else None, over.draws, over.shuffles
    if method in TAKES_FUNCTION:
        named = next((one.value for one in node.keywords if one.arg in ("map_func", "predicate")), None)
        function = named or (node.args[0] if node.args else node)
        arguments = [one for one in arguments if one is not function]
        drawn = drawn or _must_be_followed(function, state, ())
        parts = _parts_given(function, state) if method == "map" else parts
    if method == "concatenate":
        other = dataset_of(arguments[0], state) if arguments else None
        if other is None or other.fed or other.shuffles:
            raise Refused(node, "what a dataset goes on with is not known")
        return Dataset(parts if other.parts == parts else None, over.fed, shuffled, drawn or other.draws)
    if method == "shuffle" and not _is_given(node, "seed", 1):
        _must_not_be_seeded(node, state)
        drawn = drawn or node
    elif method == "shuffle" and not _is_false(node, "reshuffle_each_iteration"):
        shuffled = node
    if method == "repeat" and over.shuffles is not None:
        raise Refused(over.shuffles, "a shuffle by a seed is repeated: TensorFlow 2 shuffles otherwise then")
    if method == "padded_batch":
        _must_be_types(arguments[1:], state)
        arguments = arguments[:1]
    return Dataset(parts, (*over.fed, *_must_be_given(arguments, state)), shuffled, drawn)


def _is_given(node: ast.Call, parameter: str, place: int) -> bool:
    given = [one.value for one in node.keywords if one.arg == parameter] + node.args[place : place + 1]
    return any(not (isinstance(one, ast.Constant) and one.value is None) for one in given)


def _is_false(node: ast.Call, parameter: str) -> bool:
    given = [one.value for one in node.keywords if one.arg == parameter]
    return any(isinstance(one, ast.Constant) and one.value is False for one in given)


def _must_not_be_seeded(node: ast.AST, state: State) -> None:
    """Raise Refused where a program has seeds, and something without a seed of its own draws."""
    seeded = any(use.symbol.endswith(("set_random_seed", "random.set_seed")) for use in state.index.uses)
    if seeded:
        raise Refused(node, "a dataset draws by the seed of the program: its order would be another")


def _must_be_types(nodes: list[ast.expr], state: State) -> None:
    for one in (each for node in nodes for each in ast.walk(node)):
        use = state.uses.get(id(one))
        if use is not None and (use.namespace or use.symbol.partition(".")[0] not in {*DTYPES, "TensorShape"}):
            raise Refused(one, f"`{use.written}` is no type of a dataset")
        state.around.seen.add(id(one))
        if isinstance(one, ast.Name) and one.id in state.values:
            raise Refused(one, f"`{one.id}`, {state.values[one.id].kind.value}, is no type of a dataset")


def _must_be_given(nodes: list[ast.expr], state: State) -> tuple[ast.Name, ...]:
    """The placeholders among what a dataset is made of. Raises Refused for what only the session knows."""
    fed = list[ast.Name]()
    for node in nodes:
        reading = read(node, state.around)
        state.program.edits += reading.edits
        if reading.draws or reading.makes_variable or reading.assigns:
            raise Refused(node, "a dataset is made of what draws, or of new variables")
        if any(one.kind not in (Kind.EAGER, Kind.PLACEHOLDER) for one in reading.values):
            raise Refused(node, "a dataset is made of what the session computes")
        names = (one for one in ast.walk(node) if isinstance(one, ast.Name) and one.id in state.values)
        fed += [one for one in names if state.values[one.id].kind is Kind.PLACEHOLDER]
    return tuple(fed)


# What is called for each element


def _must_be_followed(node: ast.expr, state: State, known: tuple[str, ...]) -> ast.AST | None:
    """Where a function of a dataset draws. Raises Refused where it may do something else in TensorFlow 2."""
    if isinstance(node, ast.Lambda):
        return _must_be_ops(node, node.body, node, state, known)
    found = state.index.definitions.get(node.id, []) if isinstance(node, ast.Name) else []
    function = found[0] if len(found) == 1 else None
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        raise Refused(node, "what a dataset calls is not followed")
    if function.name in known:
        return None
    return _must_be_ops(function, function, node, state, (*known, function.name))


def _must_be_ops(
    function: ast.Lambda | ast.FunctionDef, body: ast.AST, place: ast.expr, state: State, known: tuple[str, ...]
) -> ast.AST | None:
    nodes, drawn = list(ast.walk(body)), None
    own = {one.arg for one in ast.walk(function) if isinstance(one, ast.arg)}
    own |= {one.id for one in nodes if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    for one in nodes:
        use = state.uses.get(id(one))
        if use is not None:
            native = state.spellings.native(use)
            if native is not None and isinstance(function, ast.Lambda):
                state.program.edits += native.edits
            known_op = not use.namespace and (is_op(use.symbol) or use.symbol.startswith(_IN_PIPELINES))
            if native is None and not known_op and not is_harmless(use):
                raise Refused(place, f"a dataset calls `{use.written}`")
            if draws(use.symbol) or use.symbol.startswith(_DRAWING_IMAGES):
                _must_not_be_seeded(place, state)
                drawn = one
            state.around.seen.add(id(one))
        elif isinstance(one, ast.Name) and one.id in state.values and one.id not in own:
            raise Refused(place, f"a dataset calls what reads `{one.id}`, {state.values[one.id].kind.value}")
        elif isinstance(one, ast.Call) and id(one.func) not in state.uses:
            drawn = _called(one, own, place, state, known) or drawn
    return drawn


def _called(node: ast.Call, own: set[str], place: ast.expr, state: State, known: tuple[str, ...]) -> ast.AST | None:
    root: ast.expr = node.func
    while isinstance(root, (ast.Attribute, ast.Subscript, ast.Call)):
        root = root.func if isinstance(root, ast.Call) else root.value
    if not isinstance(root, ast.Name):
        return None
    if root.id in state.index.definitions and root.id not in own:
        return _must_be_followed(root, state, known)
    modules = {
        (alias.asname or alias.name)
        for one in state.index.import_statements
        if isinstance(one, ast.Import)
        for alias in one.names
        if alias.name.partition(".")[0] in _KNOWN_MODULES
    }
    if "random" in ast.unparse(node.func):
        raise Refused(place, "a dataset calls what draws in Python")
    if root.id in own | modules or id(root) in state.uses or not _is_imported(root.id, state):
        return None
    raise Refused(place, f"a dataset calls `{ast.unparse(node.func)}`, which is not followed")


def _is_imported(name: str, state: State) -> bool:
    named = (alias for one in state.index.import_statements for alias in one.names)
    return any((one.asname or one.name.partition(".")[0]) == name for one in named)


# Of how many tensors a tuple is


def _parts_of(node: ast.expr, state: State) -> int | None:
    if isinstance(node, ast.Tuple):
        return len(node.elts) if all(_is_array(one, state, 0) for one in node.elts) else None
    return 0 if _is_array(node, state, 0) else None


def _is_array(node: ast.expr, state: State, depth: int) -> bool:
    """Whether an expression surely makes an array, a list or a tensor."""
    if isinstance(node, (ast.Constant, ast.List, ast.BinOp)):
        return True
    if isinstance(node, ast.Name):
        value = state.values.get(node.id)
        if value is not None:
            return value.kind is Kind.PLACEHOLDER or (value.node is not None and is_single(value.node, state.uses, {}))
        made = state.spellings.values_of(node.id)
        return depth < 3 and bool(made) and all(_is_array(one, state, depth + 1) for one in made)
    if isinstance(node, ast.Call) and id(node.func) in state.uses:
        return is_single(node, state.uses, {})
    root: ast.expr = node
    while isinstance(root, (ast.Attribute, ast.Subscript, ast.Call)):
        root = root.func if isinstance(root, ast.Call) else root.value
    return isinstance(node, ast.Call) and isinstance(root, ast.Name) and _is_numpy(root.id, state)


def _is_numpy(name: str, state: State) -> bool:
    imports = (one for one in state.index.import_statements if isinstance(one, ast.Import))
    return any((one.asname or one.name) == name and one.name == "numpy" for each in imports for one in each.names)


def _parts_given(function: ast.expr, state: State) -> int | None:
    """Of how many tensors the tuples are that a function gives; None where some may be sparse, or it is not known."""
    if any(use.symbol.endswith(("VarLenFeature", "SparseFeature", "SparseTensor")) for use in state.index.uses):
        return None
    if isinstance(function, ast.Lambda):
        given: list[ast.expr | None] = [function.body]
        values: dict[str, list[ast.expr]] = {}
    else:
        node = state.index.definitions[function.id][0] if isinstance(function, ast.Name) else function
        given = [one.value for one in ast.walk(node) if isinstance(one, ast.Return)]
        values = {}
        for one in ast.walk(node):
            if not isinstance(one, ast.Assign):
                continue
            (target, *_) = one.targets
            if isinstance(target, ast.Name):
                values.setdefault(target.id, []).append(one.value)
            elif isinstance(target, ast.Tuple) and id(getattr(one.value, "func", None)) in state.uses:
                for each in target.elts:  # each of the tensors that an op gives
                    if isinstance(each, ast.Name):
                        values.setdefault(each.id, []).append(ast.Subscript(one.value, ast.Constant(0), ast.Load()))
    found = {_parts_of_given(one, values, state) for one in given}
    return found.pop() if len(found) == 1 else None


def _parts_of_given(node: ast.expr | None, values: dict[str, list[ast.expr]], state: State) -> int | None:
    def is_one(one: ast.expr) -> bool:
        made = values.get(one.id, []) if isinstance(one, ast.Name) else [one]
        return bool(made) and all(is_single(each, state.uses, {}) for each in made)

    if isinstance(node, ast.Tuple):
        return len(node.elts) if all(map(is_one, node.elts)) else None
    return 0 if node is not None and is_one(node) else None

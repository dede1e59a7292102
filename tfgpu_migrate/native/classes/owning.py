"""What a class must have for itself: the parts of its graph, and what they are made of."""

from __future__ import annotations

import ast

from tfgpu_migrate.native.classes.classes import Model
from tfgpu_migrate.native.classes.marks import base, is_attribute, plain
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.native.state import State

# What is one for all objects that are built in a graph.
_OF_GRAPHS = ("create_global_step", "_variables")


def must_not_be_bound_again(state: State, model: Model) -> None:
    """Raise Refused where a method binds a part of the graph after it was built."""
    for method in model.later:
        for one in ast.walk(method):
            if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load) and one.id in state.ever:
                raise Refused(one, f"`{plain(one.id)}`, a part of the graph, is bound again")


def must_be_its_own(state: State, model: Model) -> None:
    """Raise Refused where code outside of a class reads or binds parts of its graph, or what else may be one.

    In the text with marks each other attribute belongs to another object, or to this one from outside.
    """
    _must_be_built_inside(state, model)
    _must_begin_alone(state, model)
    parts = {base(one) for one in state.ever if is_attribute(one)}
    of_modules = _of_imports(state)
    for one in state.index.nodes:
        if isinstance(one, ast.Attribute) and one.attr in parts and id(one) not in of_modules:
            raise Refused(one, f"`{one.attr}`, a part of the graph of `{model.node.name}`, is used outside of it")
    for one in model.node.body:
        if not isinstance(one, (ast.Assign, ast.AnnAssign)) or _is_nothing(one):
            continue
        for each in ast.walk(one):
            if isinstance(each, ast.Name) and each.id in parts:
                raise Refused(one, f"`{each.id}` is of the class and of its objects")


def must_configure_once(model: Model, node: ast.stmt) -> None:
    """Raise Refused where devices may be configured after an object was made, which has started the runtime."""
    if model.has(node) and not model.is_single:
        raise Refused(node, f"each object of `{model.node.name}` configures devices, which the first one has started")
    if not model.has(node) and any(one.lineno < node.lineno for one in model.made):
        raise Refused(node, f"devices are configured below the first object of `{model.node.name}`")


def _must_begin_alone(state: State, model: Model) -> None:
    """Raise Refused where an object lets the variables of all objects begin, which share a session."""
    for use in state.index.uses:
        if use.symbol.endswith(_OF_GRAPHS) and not model.is_single and not use.is_import:
            raise Refused(use.node, f"`{use.written}` is about all objects of `{model.node.name}`")
    here = state.initialized
    if state.home.session and not model.is_single and here is not None and model.has(here):
        raise Refused(here, f"each object of `{model.node.name}` initializes the variables of all in their session")


def _must_be_built_inside(state: State, model: Model) -> None:
    """Raise Refused where a part of the graph is built or run outside of the class."""
    inside = {id(one) for one in ast.walk(model.node)}
    program = state.program
    built = [*program.variables, *program.placeholders.values(), *(one.value for one in program.trainings)]
    places: list[ast.AST] = [one.step for one in built]
    places += [one.node for one in program.steps.values()]
    places += [one.call for one in program.runs]
    places += [one.made for one in program.sources]
    for one in places:
        if id(one) not in inside:
            raise Refused(one, f"a graph is built or run in `{model.node.name}` and outside of it")


def _is_nothing(node: ast.Assign | ast.AnnAssign) -> bool:
    return node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)


def _of_imports(state: State) -> set[int]:
    """The attributes that are read of modules."""
    imports = (alias for one in state.index.import_statements for alias in one.names)
    names = {(alias.asname or alias.name).partition(".")[0] for alias in imports}
    found = set[int]()
    for one in state.index.nodes:
        if isinstance(one, ast.Attribute):
            chain, root = [one], one.value
            while isinstance(root, ast.Attribute):
                chain.append(root)
                root = root.value
            if isinstance(root, ast.Name) and root.id in names:
                found.update(map(id, chain))
    return found

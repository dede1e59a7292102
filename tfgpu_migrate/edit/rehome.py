"""Names of `tf.contrib` as edits: a use takes its object's new path, an import or alias binds the new module."""

import ast
from collections.abc import Sequence

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.imports import as_one, ensure_module, import_block, remove_names
from tfgpu_migrate.edit.quotes import quote_at
from tfgpu_migrate.edit.rename import reimport_name, spelled
from tfgpu_migrate.edit.statements import SharedLine, has_own_line, replace_statements
from tfgpu_migrate.index.homes import Bound
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use


def move_use(index: Index, use: Use, path: str, bounds: Sequence[Bound] = ()) -> list[Edit] | None:
    """Edits that make a use name the object at a dotted path below `tensorflow` or `tf_slim`, import included.

    A constant becomes its text.

    `bounds`: the names of the file that other fixes bind again; one of them may be tf_slim's afterwards.
    """
    if path.startswith('"'):
        return _as_text(index, use, path)
    package, _, below = path.partition(".")
    if use.is_import:
        return _together(index, use, reimport_name(index, use, path)) if package != "builtins" else None
    if use.is_reported_at_import:
        return None
    if package == "builtins":
        return [_replace(index, use, below)]
    if package == "tensorflow":
        module, imports = ensure_module(index, use, index.import_of(use))
        return [*imports, _replace(index, use, spelled(module, path))]
    found = _tf_slim(index, use, bounds)
    return None if found is None else [*found[1], _replace(index, use, f"{found[0]}.{below}")]


def _as_text(index: Index, use: Use, path: str) -> list[Edit] | None:
    """The constant's own text, with what is asked of it: `"train".upper`."""
    mark = None if use.is_import or use.is_reported_at_import else quote_at(index, use.statement, use.node)
    return None if mark is None else [_replace(index, use, path.replace('"', mark))]


def bind_again(index: Index, bound: Bound, path: str, bounds: Sequence[Bound]) -> list[Edit] | None:
    """Edits that bind a name to a module or object of tf_slim in place of one of `tf.contrib`.

    A `from` import of which all names (of `bounds`) keep their names only changes its module.
    """
    use, statement = bound.use, bound.use.statement
    home, _, last = path.rpartition(".")
    if isinstance(statement, ast.ImportFrom) and _all_stay_together(statement, home, bounds):
        at = index.source.text.index(statement.module or "", index.source.span(statement)[0])
        return [Edit(at, statement.module or "", home)]
    if isinstance(statement, ast.ImportFrom) and home:
        return _together(index, use, reimport_name(index, use, path))
    line = _import_line(home, last, bound.name)
    if not has_own_line(index, statement):
        return None
    if isinstance(statement, ast.Assign) and index.block(statement) is index.tree.body:
        return [*replace_statements(index, {statement: []}), _below_imports(index, index.import_of(use), line)]
    if isinstance(statement, ast.Assign) or len(getattr(statement, "names", ())) == 1:
        return replace_statements(index, {statement: [line]})
    if not isinstance(use.node, ast.alias):
        return None
    start, _ = index.source.span(statement)
    above = Edit(start, "", f"{line}{index.source.newline}{index.source.indent(start)}")
    return as_one(index, statement, [above, *remove_names(index, [use.node])])


def unbind(index: Index, bound: Bound) -> list[Edit] | None:
    """Edits that take away an import or alias that nothing uses; of `import tensorflow.contrib` the package stays."""
    statement = bound.use.statement
    try:
        if isinstance(bound.use.node, ast.alias):
            if bound.name == "tensorflow" and _needs_tensorflow(index, statement):
                return _shorten(index, bound.use)
            return as_one(index, statement, remove_names(index, [bound.use.node]))
        return replace_statements(index, {statement: []})
    except SharedLine:
        return None


def _together(index: Index, use: Use, edits: list[Edit] | None) -> list[Edit] | None:
    """The edits of an import of several names, as one: the others of the statement wait for the next pass."""
    several = len(getattr(use.statement, "names", ())) > 1
    return as_one(index, use.statement, edits) if several and edits is not None else edits


def _all_stay_together(statement: ast.ImportFrom, home: str, bounds: Sequence[Bound]) -> bool:
    here = [one for one in bounds if one.use.statement is statement]
    kept = [
        one
        for one in here
        if one.target and isinstance(one.use.node, ast.alias) and one.target == f"{home}.{one.use.node.name}"
    ]
    return bool(home) and len(kept) == len(statement.names)


def _import_line(home: str, last: str, name: str) -> str:
    clause = "" if last == name else f" as {name}"
    return f"from {home} import {last}{clause}" if home else f"import {last}{clause}"


def _replace(index: Index, use: Use, text: str) -> Edit:
    return Edit(use.start, index.source.text[use.start : use.end], text)


def _shorten(index: Index, use: Use) -> list[Edit]:
    return [_replace(index, use, "tensorflow")]


def _needs_tensorflow(index: Index, statement: ast.stmt) -> bool:
    """Whether the file uses the name `tensorflow`, and no other import binds it."""
    others = [
        alias
        for one in index.imports()
        if isinstance(one, ast.Import) and one is not statement
        for alias in one.names
        if alias.asname is None and alias.name.partition(".")[0] == "tensorflow"
    ]
    return not others and any(one.root == "tensorflow" for one in index.uses)


def _tf_slim(index: Index, use: Use, bounds: Sequence[Bound]) -> tuple[str, list[Edit]] | None:
    """What tf_slim is called at a use, and the edits that import it where it has no name yet; None where it can't."""
    position = (use.node.lineno, use.node.col_offset)
    for bound in bounds:
        there = bound.target == "tf_slim" and _is_bound_before(index, bound.use.statement, use)
        if there and index.path_at(bound.name, use.scope, position)[0] == bound.use.path:
            return bound.name, []
    for one in index.imports():
        for alias in one.names if isinstance(one, ast.Import) and _is_bound_before(index, one, use) else ():
            name = alias.asname or alias.name
            if alias.name == "tf_slim" and index.path_at(name, use.scope, position)[0] == "tf_slim":
                return name, []
    if any("tf_slim" in scope.bindings for scope in index.variables(["tf_slim"]).scopes):
        return None
    at_top = (one for one in index.imports() if index.block(one) is index.tree.body)
    return "tf_slim", [_below_imports(index, next(at_top, index.import_of(use)), "import tf_slim")]


def _is_bound_before(index: Index, statement: ast.stmt, use: Use) -> bool:
    """Whether what a statement binds is surely there when a use runs: at the top level, above what runs at import."""
    at_import = use.scope.function.kind in ("module", "class")
    return index.block(statement) is index.tree.body and not (at_import and statement.lineno > use.node.lineno)


def _below_imports(index: Index, statement: ast.stmt, line: str) -> Edit:
    """A line below the imports around an import."""
    source = index.source
    start, end = source.span(import_block(index, statement)[-1])
    at = source.next_line(end)
    head = "" if source.text[at - 1] in "\r\n" else source.newline
    return Edit(at, "", f"{head}{source.indent(start)}{line}{source.newline}")

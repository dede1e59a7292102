"""A session that was made for Keras alone, taken out with the call that it was handed to."""

import ast
from collections.abc import Mapping

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.imports import as_one, remove_names, unused_after
from tfgpu_migrate.edit.statements import ends_function
from tfgpu_migrate.index.idle import Handed, ends_of_session, given_session
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.uses import Use


def without_session(use: Use, handed: Handed, index: Index) -> list[Edit]:
    """Edits after which nothing makes the session; a function that did is called for what else it does.

    `use` is the `set_session` call that is given it. Raises SharedLine.
    """
    gone: dict[ast.stmt, list[str]] = {}
    for one in handed.returns:
        gone[one] = [] if ends_function(index, one, handed.returns) else ["return"]
    for taker in handed.takers:
        given = given_session(taker)
        gone[taker.statement] = [] if given is None else [index.source.text[slice(*index.source.span(given))]]
    gone |= {one: [] for one in ends_of_session(index)}
    if not handed.takers:
        gone |= {one: [] for one in (handed.assignment, use.statement) if one is not None}
    return without_statements(index, gone)


def without_statements(index: Index, gone: Mapping[ast.stmt, list[str]]) -> list[Edit]:
    """Edits that put other lines, or none, in place of statements, and take out the imports that only they used.

    Raises SharedLine.
    """
    unused = unused_after(index, [index.source.span(statement) for statement in gone])
    edits = remove_names(index, unused, beside=gone)
    for statement in {id(one): one for one in index.imports() if any(alias in unused for alias in one.names)}.values():
        edits = as_one(index, statement, edits)  # a fix that moves the import would leave it there
    return edits

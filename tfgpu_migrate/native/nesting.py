"""Edits inside what another edit replaces become a part of it."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.native.model import Refused


def merged(edits: Iterable[Edit], node: ast.AST) -> list[Edit]:
    """The same edits, none inside another. Raises Refused at `node` where the text of an inner one is not found."""
    found = list[Edit]()
    for edit in sorted(edits, key=lambda one: (one.start, -one.end)):
        outer = found[-1] if found else None
        if outer is None or edit.start >= outer.end or edit == outer:
            found += [] if edit == outer else [edit]
        elif edit.end <= outer.end and outer.new.count(edit.old) == 1:
            found[-1] = outer._replace(new=outer.new.replace(edit.old, edit.new))
        else:
            raise Refused(node, "what is written anew holds more that is written anew")
    return found

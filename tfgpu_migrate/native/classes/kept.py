"""What methods read of an object: attributes, and the locals of `__init__` that become attributes for that."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.classes.classes import Model
from tfgpu_migrate.native.classes.marks import SELF, attribute, base, is_attribute, is_local, plain
from tfgpu_migrate.native.model import Kind, Program, Refused


class Kept:
    """The names that methods read, and what becomes of those that were local."""

    def __init__(self, program: Program, index: Index, model: Model) -> None:
        self.program, self.index, self.model = program, index, model
        self.source = index.source
        self._names = [one for one in index.nodes if isinstance(one, ast.Name)]
        self._layers = {one.name for one in program.variables if one.kind is Kind.LAYER}
        self._spelled: dict[str, str] = {}
        self._renamed = set[str]()
        self._added: dict[str, ast.FunctionDef] = {}  # parameters that become attributes, and whose they are

    def in_place(self, name: str) -> str:
        """A marked name as it is written where it stood."""
        return self._spelled[name] if name in self._renamed else plain(name)

    def spelled(self, name: str, place: ast.AST) -> str:
        """A marked name as a method reads it. Raises Refused where its object may mean something else by then."""
        if name not in self._spelled and name in self._layers:
            self._renamed.add(name)
            self._spelled[name] = plain(name) if is_attribute(name) else self._free(name, place)
        elif name not in self._spelled:
            self._spelled[name] = self._as_attribute(name, place) if is_local(name) else self._attribute(name, place)
        return self._spelled[name]

    def _stores(self, name: str) -> list[ast.Name]:
        return [one for one in self._names if one.id == name and not isinstance(one.ctx, ast.Load)]

    def _attribute(self, name: str, place: ast.AST) -> str:
        stores = self._stores(name)
        outside = [one for one in self.index.nodes if isinstance(one, ast.Attribute) and one.attr == base(name)]
        outside = [one for one in outside if not isinstance(one.ctx, ast.Load)]
        if outside:
            raise Refused(outside[0], f"`{plain(name)}`, which the graph was made of, is bound outside of its class")
        if not stores and any(base(name) == one.name for one in self.model.helpers()):
            return plain(name)
        if len(stores) != 1 or not self._is_bound_once(stores[0]):
            at = stores[-1] if stores else place
            raise Refused(at, f"`{plain(name)}`, which the graph was made of, is not bound once")
        return plain(name)

    def _is_bound_once(self, store: ast.Name) -> bool:
        """Whether a statement that builds binds a name, and no block that may not run."""
        return any(
            isinstance(one, ast.Assign) and any(each is store for target in one.targets for each in ast.walk(target))
            for one in self.program.straight
        )

    def _as_attribute(self, name: str, place: ast.AST) -> str:
        """The attribute that a local variable becomes, or that has the value of a parameter already."""
        stores = self._stores(name)
        method = next((one for one in self.model.building if name in _parameters(one)), None)
        if method is not None and not stores:
            if same := self._attribute_of(name):
                return plain(same)
            self._added[name] = method
            return self._free(name, place)
        if len(stores) != 1 or not self._is_bound_once(stores[0]):
            at = stores[0] if stores else place
            raise Refused(at, f"`{base(name)}`, which the graph was made of, is not bound once")
        method = next(one for one in self.model.building if any(each is stores[0] for each in ast.walk(one)))
        if any(one.id == base(name) for one in _hidden(method)):
            raise Refused(stores[0], f"`{base(name)}` is read in an f-string, and would get another name")
        self._renamed.add(name)
        return self._free(name, place)

    def _attribute_of(self, name: str) -> str:
        """The attribute that a statement which builds gives the value of a parameter, and that nothing else binds."""
        for one in self.program.straight:
            if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name) and one.value.id == name:
                for target in one.targets:
                    if isinstance(target, ast.Name) and is_attribute(target.id) and len(self._stores(target.id)) == 1:
                        self._attribute(target.id, target)
                        return target.id
        return ""

    def _free(self, name: str, place: ast.AST) -> str:
        mark = attribute(base(name))
        others = {base(one) for one in (*self._renamed, *self._added) if one != name}
        defined = {one.name for one in self.model.node.body if isinstance(one, ast.FunctionDef)}
        own = [one for one in self.model.node.body if not isinstance(one, ast.FunctionDef)]
        defined |= {each.id for one in own for each in ast.walk(one) if isinstance(each, ast.Name)}
        defined |= {one.attr for one in self.index.nodes if isinstance(one, ast.Attribute)}
        if any(one.id == mark for one in self._names) or base(name) in others | defined:
            raise Refused(place, f"the graph reads `{base(name)}`, and the object has an attribute of that name")
        return plain(mark)

    def edits(self, others: Iterable[Edit]) -> Iterator[Edit]:
        """The edits that make attributes of locals, beside those which write them anew already."""
        spans = [(one.start, one.end) for one in others]
        for one in self._names:
            if one.id in self._renamed:
                start, end = self.source.span(one)
                if not any(a <= start < b for a, b in spans):
                    yield Edit(start, self.source.text[start:end], self._spelled[one.id])
        for method in self.model.building:
            lines = [f"{self._spelled[name]} = {name}" for name, owner in self._added.items() if owner is method]
            if lines:
                indent = self.source.indent(self.source.line_offset(method.body[0].lineno))
                end = self.source.line_end(self.source.line_offset(self._header(method)))
                yield Edit(end, "", "".join(f"{self.source.newline}{indent}{one}" for one in lines))

    def _header(self, method: ast.FunctionDef) -> int:
        """The line below which the body of a method begins: that of its header or of its text."""
        first = method.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            return first.end_lineno or first.lineno
        line = first.lineno - 1
        while line in self.source.comment_lines or not self._line(line):
            line -= 1
        if first.lineno == method.lineno:
            raise Refused(method, f"the body of `{method.name}` stands on the line of its header")
        return line

    def _line(self, number: int) -> str:
        start = self.source.line_offset(number)
        return self.source.text[start : self.source.line_end(start)].strip()


def _parameters(method: ast.FunctionDef) -> set[str]:
    return {one.arg for one in ast.walk(method.args) if isinstance(one, ast.arg)} - {SELF}


def _hidden(method: ast.FunctionDef) -> list[ast.Name]:
    """The names in f-strings, which bear no marks."""
    texts = [one for one in ast.walk(method) if isinstance(one, ast.JoinedStr)]
    return [each for one in texts for each in ast.walk(one) if isinstance(each, ast.Name)]

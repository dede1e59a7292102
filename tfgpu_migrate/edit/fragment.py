"""A piece of a file as a LibCST tree that knows where it came from.

Rules read and rewrite calls, arguments and values through a fragment; only the piece is parsed, never the file
(LibCST costs ten times what CPython's `ast` costs for the same bytes). Positions come from LibCST's public providers.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.listed import cut_beside_comment
from tfgpu_migrate.source import Source

if TYPE_CHECKING:
    import libcst as cst
    from libcst.metadata import CodeSpan


_DOES_MORE = (
    *(ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Lambda),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)


class _NotLiteral:
    """The value of an expression that is not a literal."""

    def __repr__(self) -> str:
        return "NOT_LITERAL"


NOT_LITERAL: Final = _NotLiteral()


@dataclass(frozen=True, eq=False)
class Fragment:
    """One expression of a file, parsed by LibCST on first touch."""

    source: Source
    start: int
    end: int

    @cached_property
    def _module(self) -> "cst.Module":
        import libcst as cst

        # The parentheses let an expression over several lines stand alone; the span of a node never includes them.
        return cst.parse_module(f"({self.text})")

    @property
    def text(self) -> str:
        """The expression as it stands in the file."""
        return self.source.text[self.start : self.end]

    @cached_property
    def node(self) -> "cst.BaseExpression":
        """The LibCST node of the whole expression."""
        statement: Any = self._module.body[0]
        node: cst.BaseExpression = statement.body[0].value
        return node

    @cached_property
    def _spans(self) -> "Mapping[cst.CSTNode, CodeSpan]":
        from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper

        wrapper = MetadataWrapper(self._module, unsafe_skip_copy=True)
        spans: Mapping[cst.CSTNode, CodeSpan] = wrapper.resolve(ByteSpanPositionProvider)
        return spans

    def span(self, node: "cst.CSTNode") -> tuple[int, int]:
        """Offsets in the file of a node of this fragment, without parentheses around it."""
        found = self._spans[node]
        return self._offset(found.start), self._offset(found.start + found.length)

    @cached_property
    def _places(self) -> "dict[cst.CSTNode, tuple[int, int]]":
        """Where the arguments of a call begin and end, by argument and by value: counted, a twentieth of `_spans`."""
        import libcst as cst

        call, places = self.node, dict[cst.CSTNode, tuple[int, int]]()
        start = self._opening + self._length(call.whitespace_before_args) if isinstance(call, cst.Call) else 0
        for one in call.args if isinstance(call, cst.Call) else ():
            comma = self._length(one.comma) if isinstance(one.comma, cst.Comma) else 0
            length = self._length(one)
            places[one] = places[one.value] = start, start + length - comma - self._length(one.whitespace_after_arg)
            start += length
        return places

    def _length(self, node: "cst.CSTNode") -> int:
        return len(self._module.code_for_node(node))

    def _offset(self, byte: int) -> int:
        before = byte - 1  # the parenthesis that `_module` adds
        if self.text.isascii():
            return self.start + before
        return self.start + len(self.text.encode()[:before].decode())

    def code(self, node: "cst.CSTNode") -> str:
        """The text of a node with its own parentheses."""
        return self.text if node is self.node else self._module.code_for_node(node)

    @cached_property
    def arguments(self) -> "tuple[CallArgument, ...]":
        """The arguments of the call that this fragment is. Raises TypeError for another kind of expression."""
        import libcst as cst

        if not isinstance(self.node, cst.Call):
            raise TypeError(f"not a call: {self.text!r}")
        return tuple(
            CallArgument(argument.keyword.value if argument.keyword else None, argument.star, self, argument)
            for argument in self.node.args
        )

    def without(self, *removed: "CallArgument") -> list[Edit]:
        """Edits that take arguments out of this call, with the comma and white space that separated them.

        Comments between the arguments stay.
        """
        arguments, text = self.arguments, self.source.text
        kept = [position for position, argument in enumerate(arguments) if argument not in removed]
        if removed and not kept and "#" not in text[self._opening : self.end]:
            return [self._cut(self._opening, self.end - 1)]
        edits, with_comma = [], set(kept)  # those whose comma nothing takes yet
        for position, argument in enumerate(arguments):
            if argument not in removed:
                continue
            behind = self.end - 1 if position + 1 == len(arguments) else arguments[position + 1].start
            if (not kept or position < kept[-1]) and "#" not in text[argument.end : behind]:
                edits.append(self._cut(argument.start, behind))
            elif position - 1 in with_comma and "#" not in text[arguments[position - 1].end : argument.start]:
                edits.append(self._cut(arguments[position - 1].end, argument.end))
                with_comma.add(position)
            else:
                edits.append(cut_beside_comment(self.source, argument.start, argument.end))
        return edits

    @property
    def _opening(self) -> int:
        """Offset just after the opening parenthesis of the call."""
        call: Any = self.node
        return self.start + self._length(call.func) + self._length(call.whitespace_after_func) + 1

    def _cut(self, start: int, end: int) -> Edit:
        return Edit(start, self.source.text[start:end], "")


@dataclass(frozen=True)
class CallArgument:
    """One argument of a call: `keyword` is None for a positional one, `star` is "", "*" or "**"."""

    keyword: str | None
    star: str
    fragment: Fragment
    node: "cst.Arg"

    @property
    def start(self) -> int:
        """Offset of the keyword, star or value."""
        return self.fragment._places[self.node][0]

    @property
    def end(self) -> int:
        """Offset just after the value, parentheses included, the comma excluded."""
        return self.fragment._places[self.node][1]

    @cached_property
    def value(self) -> "Expression":
        """What is passed."""
        return Expression(self.fragment, self.node.value)


@dataclass(frozen=True)
class Expression:
    """A value inside a fragment: its text, its place and, where it is a literal, its value."""

    fragment: Fragment
    node: "cst.BaseExpression"

    @classmethod
    def at(cls, source: Source, start: int, end: int) -> "Expression":
        """The expression at these offsets."""
        fragment = Fragment(source, start, end)
        return cls(fragment, fragment.node)

    @cached_property
    def text(self) -> str:
        """The value as written, with its parentheses."""
        return self.fragment.code(self.node)

    @property
    def start(self) -> int:
        """Offset of the value, its own parentheses included."""
        return self.end - len(self.text)

    @property
    def end(self) -> int:
        """Offset just after the value, its own parentheses included."""
        if self.node is self.fragment.node:
            return self.fragment.end
        if self.node in self.fragment._places:
            return self.fragment._places[self.node][1]
        closing = sum(self.fragment._length(one) for one in getattr(self.node, "rpar", ()))
        return self.fragment.span(self.node)[1] + closing

    @cached_property
    def literal(self) -> Any:
        """The value of a literal (number, string, boolean, None, dict, list; a tuple as list) or NOT_LITERAL."""
        return _literal(self.node)

    @property
    def is_literal(self) -> bool:
        """Whether the value is known without running the program."""
        return not isinstance(self.literal, _NotLiteral)

    @cached_property
    def dotted(self) -> str:
        """`a.b.c` for a name or an attribute chain, "" for anything else."""
        import libcst as cst

        parts: list[str] = []
        node = self.node
        while isinstance(node, cst.Attribute):
            parts.append(node.attr.value)
            node = node.value
        return ".".join((node.value, *reversed(parts))) if isinstance(node, cst.Name) else ""

    @property
    def only_reads(self) -> bool:
        """Whether it may be evaluated again: it reads names, attributes and items, and calls nothing."""
        nodes = ast.walk(ast.parse(f"({self.text})", mode="eval"))
        return not any(isinstance(node, _DOES_MORE) for node in nodes)

    @property
    def call(self) -> "Fragment | None":
        """The value as a fragment of its own where it is a call."""
        import libcst as cst

        if not isinstance(self.node, cst.Call):
            return None
        return Fragment(self.fragment.source, *self.fragment.span(self.node))


def _literal(node: Any) -> Any:
    import libcst as cst

    match node:
        case cst.Name(value="True" | "False" | "None" as name):
            return {"True": True, "False": False, "None": None}[name]
        case cst.Integer() | cst.Float():
            return node.evaluated_value
        case cst.SimpleString() | cst.ConcatenatedString():
            return NOT_LITERAL if node.evaluated_value is None else node.evaluated_value
        case cst.UnaryOperation(operator=cst.Minus()):
            value = _literal(node.expression)
            return -value if isinstance(value, (int, float)) else NOT_LITERAL
        case cst.Dict():
            keys = [_literal(getattr(element, "key", None)) for element in node.elements]
            values = [_literal(element.value) for element in node.elements]
            known = NOT_LITERAL not in values and all(isinstance(key, (str, int, float)) for key in keys)
            return dict(zip(keys, values, strict=True)) if known else NOT_LITERAL
        case cst.List() | cst.Tuple():
            values = [_literal(element.value) for element in node.elements]
            return NOT_LITERAL if NOT_LITERAL in values else values
    return NOT_LITERAL

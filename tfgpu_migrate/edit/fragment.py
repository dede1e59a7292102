"""A piece of a file: one expression, its arguments where it is a call, its value where it is a literal.

What CPython's tree of the piece says is enough to read most of them; what must be seen as it is written (quotes,
conversions of an f-string) is read through LibCST, which costs forty times as much and is imported on first touch.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.listed import cut_beside_comment
from tfgpu_migrate.edit.spans import argument_spans, opening
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
    """One expression of a file, parsed on first touch; its own parentheses may belong to it.

    `known` is its node in the tree of the file, for those who have it: then CPython need not parse it again.
    """

    source: Source
    start: int
    end: int
    known: ast.expr | None = None

    @property
    def text(self) -> str:
        """The expression as it stands in the file."""
        return self.source.text[self.start : self.end]

    @cached_property
    def _alone(self) -> Source:
        """The piece in parentheses, which let an expression over several lines stand alone."""
        return Source(self.source.path, f"({self.text})")

    @cached_property
    def tree(self) -> ast.expr:
        """CPython's tree of the expression."""
        if self.known is not None:
            return self.known
        statement: Any = self._alone.tree.body[0]
        value: ast.expr = statement.value
        return value

    def place(self, node: ast.expr) -> tuple[int, int]:
        """Offsets in the file of a node of `tree`."""
        start, end = self._parsed.span(node)
        return start + self._shift, end + self._shift

    @property
    def _parsed(self) -> Source:
        """What `tree` is the tree of."""
        return self._alone if self.known is None else self.source

    @property
    def _shift(self) -> int:
        """From an offset in what was parsed to the one in the file."""
        return self._moved(0) if self.known is None else 0

    def _moved(self, offset: int) -> int:
        return self.start + offset - 1  # for the parenthesis that `_alone` adds

    @cached_property
    def _module(self) -> "cst.Module":
        import libcst as cst

        return cst.parse_module(self._alone.text)

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

    def code(self, node: "cst.CSTNode") -> str:
        """The text of a LibCST node with its own parentheses."""
        return self.text if node is self.node else self._module.code_for_node(node)

    def part(self, node: "cst.BaseExpression") -> "Expression":
        """The expression that a LibCST node of this one is, with its own parentheses."""
        if node is self.node:
            return Expression(self)
        span = self._spans[node]
        closing = sum(len(self.code(one)) for one in getattr(node, "rpar", ()))
        end = self._offset(span.start + span.length) + closing
        return Expression.at(self.source, end - len(self.code(node)), end)

    def _offset(self, byte: int) -> int:
        if self.text.isascii():
            return self._moved(byte)
        return self._moved(len(self._alone.text.encode()[:byte].decode()))

    @cached_property
    def arguments(self) -> "tuple[CallArgument, ...]":
        """The arguments of the call that this fragment is. Raises TypeError for another kind of expression."""
        shift, known = self._shift, self.known is not None
        return tuple(
            CallArgument(
                one.keyword, one.star, self.source, one.start + shift, one.value + shift, one.end + shift,
                one.node if known else None,
            )
            for one in argument_spans(self._parsed, self._call)
        )  # fmt: skip

    @property
    def function(self) -> "Expression":
        """What the call that this fragment is calls. Raises TypeError for another kind of expression."""
        return Expression.at(self.source, *self.place(self._call.func))

    @property
    def _call(self) -> ast.Call:
        if not isinstance(self.tree, ast.Call):
            raise TypeError(f"not a call: {self.text!r}")
        return self.tree

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
        return opening(self._parsed, self._call) + self._shift

    def _cut(self, start: int, end: int) -> Edit:
        return Edit(start, self.source.text[start:end], "")


@dataclass(frozen=True, eq=False)
class CallArgument:
    """One argument of a call: `keyword` is None for a positional one, `star` is "", "*" or "**".

    It begins with its keyword, star or value, and ends just behind the value, parentheses included, the comma excluded.
    """

    keyword: str | None
    star: str
    source: Source
    start: int
    _value: int
    end: int
    _node: ast.expr | None = None

    @cached_property
    def value(self) -> "Expression":
        """What is passed."""
        return Expression(Fragment(self.source, self._value, self.end, self._node))


@dataclass(frozen=True)
class Expression:
    """A value: its text, its place and, where it is a literal, its value. Its own parentheses belong to it."""

    fragment: Fragment

    @classmethod
    def at(cls, source: Source, start: int, end: int) -> "Expression":
        """The expression at these offsets."""
        return cls(Fragment(source, start, end))

    @property
    def node(self) -> "cst.BaseExpression":
        """Its LibCST node."""
        return self.fragment.node

    @property
    def text(self) -> str:
        """The value as written."""
        return self.fragment.text

    @property
    def start(self) -> int:
        """Offset of the value."""
        return self.fragment.start

    @property
    def end(self) -> int:
        """Offset just after the value."""
        return self.fragment.end

    @cached_property
    def literal(self) -> Any:
        """The value of a literal (number, string, boolean, None, dict, list; a tuple as list) or NOT_LITERAL."""
        return _literal(self.fragment.tree)

    @property
    def elements(self) -> "tuple[Expression, ...]":
        """The elements of a list or tuple that is written out."""
        if not isinstance(self.fragment.tree, (ast.List, ast.Tuple)):
            return ()
        node: Any = self.node
        return tuple(self.fragment.part(one.value) for one in node.elements)

    @property
    def is_literal(self) -> bool:
        """Whether the value is known without running the program."""
        return not isinstance(self.literal, _NotLiteral)

    @property
    def is_enclosed(self) -> bool:
        """Whether parentheses of its own stand around all of it."""
        tree = self.fragment.tree
        start, _ = self.fragment.place(tree)
        brackets = isinstance(tree, (ast.Tuple, ast.GeneratorExp)) and start == self.start  # they belong to the node
        return start > self.start or (brackets and self.text.startswith("("))

    @cached_property
    def dotted(self) -> str:
        """`a.b.c` for a name or an attribute chain, "" for anything else."""
        parts: list[str] = []
        node = self.fragment.tree
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        return ".".join((node.id, *reversed(parts))) if isinstance(node, ast.Name) else ""

    @property
    def only_reads(self) -> bool:
        """Whether it may be evaluated again: it reads names, attributes and items, and calls nothing."""
        return not any(isinstance(node, _DOES_MORE) for node in ast.walk(self.fragment.tree))

    @property
    def call(self) -> "Fragment | None":
        """The value as a fragment of its own where it is a call."""
        tree = self.fragment.tree
        return Fragment(self.fragment.source, *self.fragment.place(tree)) if isinstance(tree, ast.Call) else None


def _literal(node: ast.expr | None) -> Any:
    match node:
        case ast.Constant(value=bool() | int() | float() | str() | bytes() | None as value):
            return value
        case ast.UnaryOp(op=ast.USub()):
            value = _literal(node.operand)
            return -value if isinstance(value, (int, float)) else NOT_LITERAL
        case ast.Dict():
            keys, values = [_literal(one) for one in node.keys], [_literal(one) for one in node.values]
            known = NOT_LITERAL not in values and all(isinstance(key, (str, int, float)) for key in keys)
            return dict(zip(keys, values, strict=True)) if known else NOT_LITERAL
        case ast.List() | ast.Tuple():
            values = [_literal(one) for one in node.elts]
            return NOT_LITERAL if NOT_LITERAL in values else values
    return NOT_LITERAL

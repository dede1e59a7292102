"""Expressions as fragments: where their parts stand, what they are worth, how an argument leaves a call."""

import ast
import textwrap

import pytest

from tfgpu_migrate.edit.apply import apply_fixes
from tfgpu_migrate.edit.diagnostics import make_fix
from tfgpu_migrate.edit.fragment import Expression, Fragment
from tfgpu_migrate.source import Source


def fragment(code: str) -> Fragment:
    """The call of `f` in a file."""
    source = Source("a.py", code)
    call = next(node for node in ast.walk(source.tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "f")
    return Fragment(source, *source.span(call))


def without(code: str, *keywords: str) -> str:
    """The file once the arguments of these keywords have left the call of `f`."""
    call = fragment(code)
    edits = call.without(*(one for one in call.arguments if (one.keyword or one.value.text) in keywords))
    text, _ = apply_fixes(code, [make_fix("x", edits)])
    ast.parse(text)
    return text


# Every place that an expression can stand in: `@` is the call.
PLACES = {
    "statement": "@\n",
    "last line": "x = 1\n@",
    "else branch": "if x:\n    pass\nelse:\n    y = @\n",
    "elif branch": "if x:\n    pass\nelif @:\n    pass\n",
    "except branch": "try:\n    pass\nexcept E:\n    y = @\nfinally:\n    pass\n",
    "exception": "try:\n    pass\nexcept @:\n    pass\n",
    "decorator": "class A:\n    @@\n    def g(self):\n        return 1\n",
    "default": "def g(a, *, b=@):\n    return b\n",
    "semicolons": "a = 1; b = @; c = 3\n",
    "one line block": "if x: b = @\n",
    "tabs": "if x:\n\tif y:\n\t\tz = @\n",
    "form feed": "\f\ndef g():\n\f    return @\n",
    "backslash": "if x:\n    y = 1 + \\\n  @ \\\n      + 2\n",
    "parentheses": "y = (\n  @\n)\n",
    "brackets": "y = [1,\n@,\n 2]\n",
    "lambda": "g = lambda: @\n",
    "comprehension": "y = [@ for x in y]\n",
    "with": "with a as b, @ as c:\n    pass\n",
    "await": "async def g():\n    return await @\n",
    "walrus": "if (y := @):\n    pass\n",
    "match": "match @:\n    case _:\n        pass\n",
    "behind letters": "y = 'é🦊', @, 'ü'\n",
    "carriage returns": "if x:\r\n    y = (1,\r\n         @)\r\n",
    "below a string with lines": 'y = """\n    a\n  b""", @\n',
}
CALL = "f(a, 'é', *b, key={1: (2,)}, other=(g(1)), **c)"


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize(
    "call", [CALL, CALL.replace(", ", ",\n  "), CALL.replace(" ", "  "), "f( " + CALL[2:-1] + " , )"]
)
def test_arguments_know_their_place(place: str, call: str) -> None:
    if place == PLACES["backslash"] and "\n" in call:
        call = call.replace("\n", " ")
    code = place[::-1].replace("@", call[::-1], 1)[::-1]
    found = fragment(code)
    assert found.text == call
    spelled = [code[one.start : one.end] for one in found.arguments]
    expected = ["a", "'é'", "*b", "key={1: (2,)}", "other=(g(1))", "**c"]
    assert ["".join(one.split()) for one in spelled] == ["".join(one.split()) for one in expected]
    assert [code[one.value.start : one.value.end] for one in found.arguments] == [
        one.value.text for one in found.arguments
    ]
    assert [one.keyword for one in found.arguments] == [None, None, None, "key", "other", None]
    assert [one.star for one in found.arguments] == ["", "", "*", "", "", "**"]


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_nothing_outside_the_call_changes(place: str) -> None:
    code = place[::-1].replace("@", ")1=y ,x(f", 1)[::-1]
    assert without(code, "y") == place[::-1].replace("@", ")x(f", 1)[::-1]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(config=c)", "f()"),
        ("f( config=c )", "f()"),
        ("f(config=c,)", "f()"),
        ("f(\n    config=c,\n)", "f()"),
        ("f(\n    config=c,  # why\n)", "f(\n    # why\n)"),
        ("f(config=c, graph=g)", "f(graph=g)"),
        ("f(config = c , graph=g)", "f(graph=g)"),
        ("f(graph=g, config=c)", "f(graph=g)"),
        ("f(graph=g, config=c,)", "f(graph=g,)"),
        ("f(graph=g , config=c)", "f(graph=g)"),
        ("f('', g, config=c, **k)", "f('', g, **k)"),
        ("f(*a, config=c)", "f(*a)"),
        ("f(\n    graph=g,\n    config=c,\n)", "f(\n    graph=g,\n)"),
        ("f(\n    config=c,\n    graph=g,\n)", "f(\n    graph=g,\n)"),
        ("f(graph=g,\n  config=c)", "f(graph=g)"),
        ("f(config=c,\n  graph=g)", "f(graph=g)"),
        ("f(\n    graph=g,\n    config=c,\n    # below\n)", "f(\n    graph=g,\n    # below\n)"),
        ("f(a, config=C(x=(1, 2), y=[3])[0], b=1)", "f(a, b=1)"),
        ("f(a, config=(c), b=1)", "f(a, b=1)"),
        ("f(a, config=((c)))", "f(a)"),
        ("f (config=c)", "f ()"),
        ("f(config=lambda: c, a=1)", "f(a=1)"),
        ("f(a, config=c if x else d)", "f(a)"),
        ("f(a, config='(' ')')", "f(a)"),
        ("f(a, config='é', b='ü')", "f(a, b='ü')"),
        ("f(a, \\\n  config=c)", "f(a)"),
    ],
)
def test_an_argument_leaves_with_its_comma(before: str, after: str) -> None:
    assert without(before, "config") == after


@pytest.mark.parametrize(
    ("call", "spelled", "values"),
    [
        ("f(x for x in y)", ["x for x in y"], ["x for x in y"]),
        ("f( x for x in (y) if (z) )", ["x for x in (y) if (z)"], ["x for x in (y) if (z)"]),
        ("f((x for x in y))", ["(x for x in y)"], ["(x for x in y)"]),
        ("f((x for x in y), (a), ((b)))", ["(x for x in y)", "(a)", "((b))"], ["(x for x in y)", "(a)", "((b))"]),
        ("f((1, 2), [3], ())", ["(1, 2)", "[3]", "()"], ["(1, 2)", "[3]", "()"]),
        ("(f)(a)", ["a"], ["a"]),
        ("( f\n# (\n) \\\n (a, )", ["a"], ["a"]),
        ("f(x := 1, (y := 2))", ["x := 1", "(y := 2)"], ["x := 1", "(y := 2)"]),
        ("f(k # =\n = # (\n (a) # )\n , *(b), ** # *\n c)", ["k # =\n = # (\n (a)", "*(b)", "** # *\n c"], None),
        ("f(a=1, *b, c=2)", ["a=1", "*b", "c=2"], ["1", "b", "2"]),
        ("f('(', b')', f'{g(1)})', c)", ["'('", "b')'", "f'{g(1)})'", "c"], None),
        ("f(lambda: (0), a if b else (c), not (d))", ["lambda: (0)", "a if b else (c)", "not (d)"], None),
        ("f(a)(b)", ["a"], ["a"]),
        ("f(await_, ü=(é), 漢='字')", ["await_", "ü=(é)", "漢='字'"], ["await_", "(é)", "'字'"]),
        ("f(ﬁ=1)", ["ﬁ=1"], ["1"]),  # one letter, two to CPython's tree
    ],
)
def test_arguments_end_with_their_own_parentheses(call: str, spelled: list[str], values: list[str] | None) -> None:
    found = fragment(call)
    assert [call[one.start : one.end] for one in found.arguments] == spelled
    assert values is None or [one.value.text for one in found.arguments] == values


@pytest.mark.parametrize(
    ("text", "enclosed"),
    [
        ("a", False),
        ("(a)", True),
        ("((a))", True),
        ("(a)(b)", False),
        ("(a) + (b)", False),
        ("( # (\n a)", True),
        ("(1, 2)", True),
        ("(1, 2)[0]", False),
        ("(x for x in y)", True),
        ("[1]", False),
        ("(yield)", True),
    ],
)
def test_parentheses_around_all_of_a_value(text: str, enclosed: bool) -> None:
    assert value(text).is_enclosed is enclosed
    assert not fragment("f(x for x in y)").arguments[0].value.is_enclosed


def test_several_arguments_leave_at_once() -> None:
    assert without("f(a, b=1, c=2, d=3)", "b", "d") == "f(a, c=2)"
    assert without("f(a, b=1, c=2, d=3)", "c", "d") == "f(a, b=1)"
    assert without("f(b=1, c=2)", "b", "c") == "f()"
    assert without("f(  # why\n  b=1, c=2)", "b", "c") == "f(  # why\n  )"
    assert without("f(a,  # why\n  c=2, d=3)", "c", "d") == "f(a,  # why\n  )"
    assert fragment("f(b=1, c=2)").without() == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(\n    g,  # why\n    config=c,\n)", "f(\n    g,  # why\n)"),
        ("f(\n    g,  # why\n    config=c\n)", "f(\n    g,  # why\n)"),
        ("f(\n    g,  # why\n    config=c,  # not\n)", "f(\n    g,  # why\n    # not\n)"),
        ("f(g,  # why\n  config=c)", "f(g,  # why\n  )"),
        ("f(g,  # why\n  config=c, **d)", "f(g,  # why\n  **d)"),
        ("f(g,  # why\n  config=(c\n  ))", "f(g,  # why\n  )"),
        ("f(g, config=c,\n  # why\n  a=1)", "f(g,\n  # why\n  a=1)"),
        ("f(g\n  , config=c  # not\n  , a=1)", "f(g  # not\n  , a=1)"),
        ("f(\n  # why\n  config=c, # not\n  a=1)", "f(\n  # why\n  # not\n  a=1)"),
    ],
)
def test_the_comment_of_another_argument_stays(before: str, after: str) -> None:
    assert without(before, "config", "(c\n  )") == after


def value(text: str) -> Expression:
    source = Source("a.py", f"'é'; {text}")
    return Expression.at(source, 5, len(source.text))


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ("True", True),
        ("None", None),
        ("1", 1),
        ("0x10", 16),
        ("1_000", 1000),
        ("-1", -1),
        (".5", 0.5),
        ("1e-3", 0.001),
        ("(1)", 1),
        ("'a'", "a"),
        ("'a' \"b\"", "ab"),
        ("'a'\n 'b'", "ab"),
        ("r'\\d'", "\\d"),
        ("'''a\nb'''", "a\nb"),
        ("{'GPU': 0}", {"GPU": 0}),
        ("{'GPU': 0, 'CPU': -1,}", {"GPU": 0, "CPU": -1}),
        ("[1, 'a']", [1, "a"]),
        ("(1, 2)", [1, 2]),
        ("{}", {}),
    ],
)
def test_literals_have_a_value(text: str, literal: object) -> None:
    found = value(text)
    assert found.is_literal
    assert found.literal == literal
    assert type(found.literal) is type(literal)
    assert found.text == text


@pytest.mark.parametrize(
    "text",
    ["x", "x.y", "f(1)", "1 + 1", "f'{x}'", "'a' f'{x}'", "not True", "[x]", "{x: 1}", "{**x}", "-x", "[*x]", "..."],
)
def test_other_expressions_have_none(text: str) -> None:
    assert not value(text).is_literal


@pytest.mark.parametrize(
    ("text", "dotted"), [("a", "a"), ("a.b.c", "a.b.c"), ("a . b", "a.b"), ("f().a", ""), ("a[0].b", ""), ("1", "")]
)
def test_dotted_names(text: str, dotted: str) -> None:
    assert value(text).dotted == dotted


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("call", [CALL, "f(x for x in y)", "f((x for x in y), (1, 2), ((z)), *(a), ** b)"])
def test_a_known_node_says_what_parsing_says(place: str, call: str) -> None:
    parsed = fragment(place.replace("@", call) if "@@" not in place else place.replace("@@", f"@{call}"))
    nodes = [node for node in ast.walk(parsed.source.tree) if isinstance(node, ast.Call)]
    node = next(node for node in nodes if ast.unparse(node.func) == "f")
    known = Fragment(parsed.source, parsed.start, parsed.end, node)

    def told(one: Fragment) -> list[tuple[object, ...]]:
        values = [(arg, arg.value) for arg in one.arguments]
        return [
            (arg.keyword, arg.star, arg.start, arg.end, value.start, value.literal, value.is_enclosed, value.dotted)
            for arg, value in values
        ]

    assert told(known) == told(parsed)
    assert known.function.text == parsed.function.text
    assert known.without(known.arguments[0]) == parsed.without(parsed.arguments[0])


def test_a_call_inside_a_call() -> None:
    outer = fragment("x = 'é', f('ü', a=(g(b=1, c=2)))")
    inner = outer.arguments[1].value.call
    assert inner is not None
    assert inner.text == "g(b=1, c=2)"
    assert [one.keyword for one in inner.arguments] == ["b", "c"]
    assert outer.arguments[0].value.call is None


def test_an_expression_of_an_f_string() -> None:
    code = 'print(f"{f(a, config=c)!r:>{w}}")'
    start = code.index("f(a")
    call = Fragment(Source("a.py", code), start, start + len("f(a, config=c)"))
    assert [code[one.start : one.end] for one in call.arguments] == ["a", "config=c"]


def test_arguments_of_something_else() -> None:
    with pytest.raises(TypeError):
        _ = Fragment(Source("a.py", "x + 1"), 0, 5).arguments


def test_libcst_is_imported_on_first_touch() -> None:
    import subprocess
    import sys

    code = textwrap.dedent(
        """
        import sys
        from tfgpu_migrate.edit.fragment import Fragment
        from tfgpu_migrate.source import Source
        call = Fragment(Source("a.py", "f(a, b=(1))"), 0, 11)
        assert call.arguments[1].value.literal == 1
        assert call.without(call.arguments[1])
        assert "libcst" not in sys.modules
        assert call.node
        assert "libcst" in sys.modules
        """
    )
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == 0

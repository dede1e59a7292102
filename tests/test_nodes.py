"""The ways through a tree are those of `ast`, and of the lines of its statements."""

import ast

import pytest

from tfgpu_migrate.index.nodes import children, holder_of_each, holders, statements_on, walk

CODE = """\
import a
@b
def f(x=1, *y, z: int = 2):
    try:
        with c as d, e:
            return [g for g in h if g]
    except (A, B) as error:
        raise error from None
    else:
        i = lambda j: j if x else -y
    finally:
        del i
class K(metaclass=M):
    k: int = f"{l}"
    while m: n += 1; o
match p:
    case {"q": [r, *s]} if t:
        u
"""
SAY_HOW = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)


def test_all_nodes_in_the_order_of_ast() -> None:
    tree = ast.parse(CODE)
    assert walk(tree) == [node for node in ast.walk(tree) if not isinstance(node, SAY_HOW)]
    for node in walk(tree):
        assert children(node) == [one for one in ast.iter_child_nodes(node) if not isinstance(one, SAY_HOW)]


def test_each_holder() -> None:
    tree = ast.parse(CODE)
    assert holder_of_each(tree) == {id(node): (holder, name) for node, holder, name in holders(tree)}


@pytest.mark.parametrize(
    ("line", "first_lines"),
    [(1, [1]), (2, [3]), (6, [3, 4, 5, 6]), (8, [3, 4, 8]), (14, [13, 14]), (15, [13, 15, 15, 15]), (18, [16, 18])],
)
def test_statements_on_a_line(line: int, first_lines: list[int]) -> None:
    assert [node.lineno for node in statements_on(ast.parse(CODE), [line])] == first_lines

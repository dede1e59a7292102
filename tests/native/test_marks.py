"""The text in which the names of a class are told apart, and the way back."""

from __future__ import annotations

import ast

import pytest

from tfgpu_migrate.native.classes.marks import attribute, base, is_attribute, is_local, marked, plain, unmarked
from tfgpu_migrate.native.model import Refused
from tfgpu_migrate.source import Source

CLASS = '''
x = 1


class Model:
    """`self.x` of a model."""

    def __init__(self, x, size=x):
        self.x = x
        self.sizes = [size for size in (x, size)]  # self.x, x
        print(f"{self.x} {x}", self . x if x else "self.x")

    def run(self, x):
        def inner(y):
            return self.x + x + y
        return inner(x)

    @staticmethod
    def double(x):
        return 2 * x
'''


def names(text: str) -> list[str]:
    return [one.id for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Name)]


def source(text: str) -> Source:
    return Source.decode(text.encode(), "a.py")


def told_apart(text: str) -> Source:
    given = source(text)
    (model,) = (one for one in given.tree.body if isinstance(one, ast.ClassDef))
    return marked(given, model)


def test_the_text_is_as_long_and_goes_back() -> None:
    text = CLASS.replace("self . x", "self.x")
    found = told_apart(text).text
    assert len(found) == len(text)
    assert found != text
    assert unmarked(found) == text


def test_names_of_different_methods_differ_and_the_module_keeps_its_own() -> None:
    text = told_apart(CLASS.replace("self . x", "self.x")).text
    functions = {one.name: one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.FunctionDef)}
    parameters = [functions[name].args.args[-1].arg for name in ("run", "double")]
    parameters.append(functions["__init__"].args.args[1].arg)
    assert len(set(parameters)) == len(parameters)
    assert [base(one) for one in parameters] == ["x", "x", "x"]
    assert all(is_local(one) for one in parameters)
    assert [one.id for one in functions["__init__"].args.defaults if isinstance(one, ast.Name)] == ["x"]
    assert attribute("x") in names(text)


def test_f_strings_strings_and_comments_stay() -> None:
    text = told_apart(CLASS.replace("self . x", "self.x")).text
    assert 'f"{self.x} {x}"' in text
    assert '"self.x"' in text
    assert "# self.x, x" in text


def test_a_name_is_read_as_what_it_is() -> None:
    assert (base(attribute("w")), plain(attribute("w")), base("w"), plain("w")) == ("w", "self.w", "w", "w")
    assert (is_attribute(attribute("w")), is_attribute("w"), is_local("w"), is_local("")) == (True, False, False, False)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("self . x = 1", "right behind"),
        ("self = None", "bound again"),
        ("run = lambda self: self.x", "another meaning"),
        ("self.x = '\U00013000'", "letters"),
    ],
)
def test_what_cannot_be_told_apart_is_refused(line: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        told_apart(f"class Model:\n    def __init__(self):\n        {line}\n")


def test_more_methods_than_letters_are_refused() -> None:
    methods = "".join(f"    def run{number}(self):\n        pass\n" for number in range(60))
    with pytest.raises(Refused, match="more methods"):
        told_apart(f"class Model:\n{methods}")

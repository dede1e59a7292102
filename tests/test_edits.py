"""Edits on a file: how fixes meet, how statements and imports come and go with their lines."""

import ast
from collections.abc import Iterable

import pytest

from tfgpu_migrate.edit import imports, statements
from tfgpu_migrate.edit.apply import MismatchedEdit, apply_fixes
from tfgpu_migrate.edit.diagnostics import Edit, Fix, make_fix
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.source import Source


def fix_of(*edits: tuple[int, str, str], message: str = "x") -> Fix:
    return make_fix(message, [Edit(*edit) for edit in edits])


def index(text: str) -> Index:
    return Index(Source("a.py", text))


def applied(text: str, edits: Iterable[Edit]) -> str:
    fix = make_fix("x", list(edits))
    result, _ = apply_fixes(text, [fix] if fix.edits else [])
    ast.parse(result)
    return result


# --- fixes


@pytest.mark.parametrize(
    ("fixes", "text"),
    [
        ([], "abcdef"),
        ([fix_of((0, "a", "X"))], "Xbcdef"),
        ([fix_of((4, "e", "Y"), (0, "a", "X"))], "XbcdYf"),
        ([fix_of((0, "", "X"))], "Xabcdef"),
        ([fix_of((6, "", "X"))], "abcdefX"),
        ([fix_of((0, "abcdef", ""))], ""),
        ([fix_of((0, "ab", "X")), fix_of((2, "cd", "Y"))], "XYef"),  # side by side
        ([fix_of((2, "", "X"), (2, "c", "Y"))], "abXYdef"),  # inserted before what is replaced
        ([fix_of((0, "ab", "X"), (2, "", "Y"))], "XYcdef"),
    ],
)
def test_edits_are_made(fixes: list[Fix], text: str) -> None:
    assert apply_fixes("abcdef", fixes) == (text, set(fixes))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (fix_of((0, "abc", "X")), fix_of((2, "cd", "Y"))),
        (fix_of((0, "abc", "X")), fix_of((1, "b", "Y"))),
        (fix_of((0, "abc", "X")), fix_of((1, "", "Y"))),
        (fix_of((1, "", "X"), message="a"), fix_of((1, "", "Y"), message="b")),  # whose comes first?
        (fix_of((0, "a", "X"), (4, "e", "X")), fix_of((1, "b", "Y"), (4, "e", "Y"))),
    ],
)
def test_a_fix_that_overlaps_waits_as_a_whole(first: Fix, second: Fix) -> None:
    alone, _ = apply_fixes("abcdef", [first])
    assert apply_fixes("abcdef", [second, first]) == (alone, {first})


def test_an_edit_that_fixes_share_is_made_once() -> None:
    one = fix_of((0, "", "import os\n"), (3, "d", "X"), message="one")
    two = fix_of((0, "", "import os\n"), (4, "e", "Y"), message="two")
    assert apply_fixes("abcdef", [one, two]) == ("import os\nabcXYf", {one, two})
    assert apply_fixes("abcdef", [one, one]) == ("import os\nabcXef", {one})


@pytest.mark.parametrize("bad", [fix_of((0, "X", "Y")), fix_of((6, "g", "Y")), fix_of((0, "a", "X"), (3, "D", "Y"))])
def test_an_edit_on_other_text_is_an_error_of_ours(bad: Fix) -> None:
    with pytest.raises(MismatchedEdit):
        apply_fixes("abcdef", [fix_of((1, "b", "Z")), bad])


def test_a_fix_whose_edits_overlap_is_an_error_of_ours() -> None:
    with pytest.raises(MismatchedEdit):
        apply_fixes("abcdef", [fix_of((0, "ab", "X"), (1, "b", "Y"))])


# --- statements


def replaced(text: str, lines: tuple[str, ...] = ()) -> str:
    """The text once every statement that mentions `gone` has given way to these lines."""
    found = index(text)
    mine = [
        node
        for node in ast.walk(found.tree)
        if isinstance(node, (ast.Expr, ast.Assign)) and "gone" in ast.unparse(node)
    ]
    return applied(text, statements.replace_statements(found, dict.fromkeys(mine, lines)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("gone()\n", ""),
        ("gone()", ""),
        ("a\ngone()\nb\n", "a\nb\n"),
        ("a\ngone(\n    1,\n)\nb\n", "a\nb\n"),
        ("a\r\ngone()\r\nb\r\n", "a\r\nb\r\n"),
        ("a\n\ngone()\nb\n", "a\n\nb\n"),
        ("a\ngone()\n\nb\n", "a\n\nb\n"),
        ("a\n\ngone()\n\nb\n", "a\n\nb\n"),
        ("a\n\n\ngone()\n\nb\n", "a\n\n\nb\n"),
        ("a\n\ngone()\n\n\nb\n", "a\n\n\nb\n"),
        ("a\n \n\ngone()\n\nb\n", "a\n \n\nb\n"),
        ("a\ngone(1)\ngone(2)\nb\n", "a\nb\n"),
        ("a\n\ngone(1)\n\ngone(2)\n\nb\n", "a\n\nb\n"),
        ("a\ngone(1)\n# why\ngone(2)\nb\n", "a\n# why\nb\n"),
        ("a\ngone()  # why\nb\n", "a\n# why\nb\n"),
        ("if x:\n    a\n    gone()\nb\n", "if x:\n    a\nb\n"),
        ("if x:\n    gone()\n\n    a\n", "if x:\n\n    a\n"),
        ("if x:\n    gone()\nb\n", "if x:\n    pass\nb\n"),
        ("if x:\n    gone(1)\n    gone(2)\nb\n", "if x:\n    pass\nb\n"),
        ("if x:\n\tgone()  # why\nb\n", "if x:\n\tpass  # why\nb\n"),
        ("try:\n    gone()\nfinally:\n    a\n", "try:\n    pass\nfinally:\n    a\n"),
        ("class A:\n    'doc'\n    gone()\n", "class A:\n    'doc'\n"),
        ("a\ngone()\n", "a\n"),
        ("a\n\n\ngone()\n", "a\n\n\n"),
    ],
)
def test_a_statement_goes_with_its_line(before: str, after: str) -> None:
    assert replaced(before) == after


def test_an_emptied_else_goes() -> None:
    assert replaced("if x:\n    a\nelse:\n    gone()\nb\n") == "if x:\n    a\nb\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("gone()\n", "one\ntwo\n"),
        ("gone()", "one\ntwo"),
        ("if x:\n  gone()  # why\n", "if x:\n  one\n  two  # why\n"),
        ("if x:\r\n\tgone(\r\n\t1)\r\n", "if x:\r\n\tone\r\n\ttwo\r\n"),
        ("gone(1)\ngone(2)\n", "one\ntwo\none\ntwo\n"),
    ],
)
def test_lines_take_the_place_of_a_statement(before: str, after: str) -> None:
    assert replaced(before, ("one", "two")) == after


@pytest.mark.parametrize("text", ["a; gone()\n", "gone(); a\n", "if x: gone()\n", "gone(); gone()\n", "gone();\n"])
def test_a_shared_line_is_refused(text: str) -> None:
    with pytest.raises(statements.SharedLine):
        replaced(text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\nhere()\n", "a\none\n  two\nhere()\n"),
        ("if x:\r\n\there()", "if x:\r\n\tone\r\n\t  two\r\n\there()"),
    ],
)
def test_lines_go_above_a_statement(before: str, after: str) -> None:
    found = index(before)
    here = next(node for node in ast.walk(found.tree) if isinstance(node, ast.Expr) and "here" in ast.unparse(node))
    edit = statements.insert_before(found, here, ["one", "  two"])
    assert apply_fixes(before, [make_fix("x", [edit])])[0] == after


# --- imports

TF = "import tensorflow as tf\n"


@pytest.mark.parametrize(
    ("before", "modules", "after"),
    [
        (TF, ["os"], f"import os\n\n{TF}"),
        (TF, ["os", "ctypes"], f"import ctypes\nimport os\n\n{TF}"),
        (f"import os\n{TF}", ["os"], f"import os\n{TF}"),
        (f"import os\n{TF}", ["ctypes"], f"import ctypes\nimport os\n{TF}"),
        (f"import abc\nimport sys\n\n{TF}", ["os"], f"import abc\nimport os\nimport sys\n\n{TF}"),
        (f"import abc\n\nimport numpy\n{TF}", ["os"], f"import abc\nimport os\n\nimport numpy\n{TF}"),
        (f"import numpy as np\n{TF}", ["os"], f"import os\n\nimport numpy as np\n{TF}"),
        (f"'doc'\n{TF}", ["os"], f"'doc'\nimport os\n\n{TF}"),
        (
            f"'doc'\nfrom __future__ import division\n\n{TF}",
            ["os"],
            f"'doc'\nfrom __future__ import division\n\nimport os\n\n{TF}",
        ),
        (f"import os as system\n{TF}", ["os"], f"import os as system\nimport os\n{TF}"),
        ("import sys\r\nimport tensorflow as tf\r\n", ["os"], "import os\r\nimport sys\r\nimport tensorflow as tf\r\n"),
    ],
)
def test_standard_modules_join_their_group(before: str, modules: list[str], after: str) -> None:
    found = index(before)
    anchor = found.imports()[0]
    assert applied(before, imports.add_stdlib_imports(found, modules, anchor)) == after


def removed(text: str, *names: str) -> str:
    found = index(text)
    gone = [alias for one in found.imports() for alias in one.names if (alias.asname or alias.name) in names]
    return applied(text, imports.remove_names(found, gone))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from tensorflow import a\n", ""),
        ("x\nfrom tensorflow import a  # why\ny\n", "x\n# why\ny\n"),
        ("from tensorflow import a, b\n", "from tensorflow import b\n"),
        ("from tensorflow import b, a\n", "from tensorflow import b\n"),
        ("from tensorflow import b, a, c\n", "from tensorflow import b, c\n"),
        ("from tensorflow import b as a, c\n", "from tensorflow import c\n"),
        ("from tensorflow import (a, b)\n", "from tensorflow import (b)\n"),
        ("from tensorflow import (\n    a,\n    b,\n)\n", "from tensorflow import (\n    b,\n)\n"),
        ("from tensorflow import (\n    b,\n    a,\n)\n", "from tensorflow import (\n    b,\n)\n"),
        ("from tensorflow import (\n    b,\n    a\n)\n", "from tensorflow import (\n    b\n)\n"),
        ("from tensorflow import b, \\\n    a\n", "from tensorflow import b\n"),
        ("import tensorflow as a, os\n", "import os\n"),
        ("import os, tensorflow as a\n", "import os\n"),
        ("def f():\n    from tensorflow import a\n    return 1\n", "def f():\n    return 1\n"),
        ("if x:\n    from tensorflow import a\n", "if x:\n    pass\n"),
    ],
)
def test_a_name_leaves_its_import(before: str, after: str) -> None:
    assert removed(before, "a") == after


def test_several_names_leave_one_import() -> None:
    assert removed("from tensorflow import a, b, c, d\n", "a", "c") == "from tensorflow import b, d\n"
    assert removed("from tensorflow import a, b, c, d\n", "b", "c", "d") == "from tensorflow import a\n"
    assert removed("from tensorflow import a, b\n", "a", "b") == ""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(\n    b,  # why\n    a,\n)", "(\n    b,  # why\n)"),
        ("(\n    b,  # why\n    a\n)", "(\n    b,  # why\n)"),
        ("(\n    b,  # why\n    a,  # not\n)", "(\n    b,  # why\n    # not\n)"),
        ("(\n    a,  # not\n    b,  # why\n)", "(\n    # not\n    b,  # why\n)"),
        ("(\n    # why\n    a, b)", "(\n    # why\n    b)"),
        ("(b,  # why\n    a)", "(b,  # why\n    )"),
        ("(a,  # not\n    b)", "(# not\n    b)"),
        ("(a,\n    # why\n    b)", "(\n    # why\n    b)"),
    ],
)
def test_a_comment_beside_a_name_stays(before: str, after: str) -> None:
    assert removed(f"from tensorflow import {before}\n", "a") == f"from tensorflow import {after}\n"


@pytest.mark.parametrize(
    ("text", "unused"),
    [
        ("from tensorflow import a\n<a>\n", ["a"]),
        ("from tensorflow import a\n<a>; a\n", []),
        ("from tensorflow import a, b\n<a>; b\n", ["a"]),
        ("from tensorflow import a, b\n<a + b>\n", ["a", "b"]),
        ("from tensorflow import a\n", []),  # imported for others
        ("from tensorflow import a\na = 1\n<a>\n", []),
        ("from tensorflow import a\ndef f(a):\n    return a\n<a>\n", ["a"]),
        ("from tensorflow import a\ndef f():\n    return a\n<a>\n", []),
    ],
)
def test_an_import_is_unused_once_its_last_use_goes(text: str, unused: list[str]) -> None:
    start = text.find("<")
    text = text.replace("<", "")
    end = text.find(">")
    spans = [(start, end)] if start >= 0 else [(0, 0)]
    found = index(text.replace(">", ""))
    assert [alias.name for alias in imports.unused_after(found, spans)] == unused


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (TF + "x\n", 2),
        (TF + "import os\nx\n", 3),
        ("import os\n" + TF + "from a import (\n    b)\nx\n", 5),
        (TF + "import os  # why\n\nimport sys\nx\n", 5),
        (TF + "try:\n    import a\nexcept ImportError:\n    a = None\nimport b\n", 7),
        (TF + "try:\n    import a\nexcept ImportError:\n    import b as a\nimport b\nx\n", 7),
        (TF + "if x:\n    import a\nelse:\n    pass\ny\n", 6),
        (TF[:-1], 1),
        (TF[:-1] + "; x = 1\n", None),
    ],
)
def test_where_the_imports_end(text: str, line: int | None) -> None:
    found = index(text)
    at = imports.after_imports(found, found.imports()[0])
    assert (None if at is None else found.source.location(at)[0]) == line


@pytest.mark.parametrize(
    ("code", "name", "is_v1"),
    [
        ("import tensorflow as tf", "tf", False),
        ("import tensorflow", "tensorflow", False),
        ("import tensorflow.compat.v1 as tf", "tf", True),
        ("import tensorflow.compat.v1 as tf1\nimport tensorflow as tf2", "tf1", True),
        ("from tensorflow.compat import v1", "v1", True),
        ("import tensorflow.train", "tensorflow", False),
    ],
)
def test_what_tensorflow_is_called(code: str, name: str, is_v1: bool) -> None:
    found = index(code)
    assert found.names is not None
    assert imports.module_at(found, found.names.module, (99, 0)) == (name, is_v1)


@pytest.mark.parametrize(
    "code", ["from tensorflow import constant", "import tensorflow.train as train", "import keras"]
)
def test_a_file_that_has_no_name_for_tensorflow(code: str) -> None:
    found = index(code)
    assert found.names is not None
    assert imports.module_at(found, found.names.module, (99, 0)) is None

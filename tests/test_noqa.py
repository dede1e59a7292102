"""Comments that silence findings."""

from dataclasses import replace
from pathlib import Path

import pytest

from tfgpu_migrate.check import check_bytes, fix_bytes, suppress_bytes
from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.noqa import Suppressions
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source import Source


def silenced(text: str, at: str = "BAD", code: str = "TFM301") -> bool:
    start = text.index(at)
    return Suppressions(Source("a.py", text)).matches(Diagnostic(start, start + len(at), code, "message"))


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa",
        "#noqa",
        "# NOQA",
        "# NoQA",
        "#  noqa",
        "# noqa: TFM301",
        "#noqa:TFM301",
        "# noqa : TFM301",
        "# noqa: E501, TFM301",
        "# noqa: E501 TFM301",
        "# noqa: E501,TFM301,F401",
        "# noqa: tfm301",
        "# noqa: TFM301 because the cluster sets it",
        "# noqa because",
        "# noqa (see #12)",
        "# type: ignore # noqa: TFM301",
        "# type: ignore[x]  # noqa",
        "# pylint: disable=C0103 #noqa",
    ],
)
def test_a_comment_on_the_line(comment: str) -> None:
    assert silenced(f"BAD()  {comment}\n")


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa: E501",
        "# noqa: TFM3",
        "# noqa: TFM3011",
        "# noqa:",
        "# noqa: see the wiki",
        "# noqabar",
        "# noqa-line",
        "# nota: noqa",
        "# flake8: noqa",
        "# ruff: noqa",
        "# no qa",
    ],
)
def test_a_comment_that_does_not_count(comment: str) -> None:
    assert not silenced(f"BAD()  {comment}\n")


@pytest.mark.parametrize(
    "text",
    [
        "x = f(\n    BAD,\n)  # noqa\n",
        "x = f(  # noqa\n    BAD,\n)\n",
        "x = f(\n    BAD,  # noqa\n)\n",
        "x = '''\n''' + BAD(\n) ; y = 1  # noqa\n",
        "x = BAD + '''\n'''  # noqa\n",
        "if (a and\n        BAD):  # noqa\n    pass\n",
        "with f(\n    BAD\n) as s:  # noqa\n    pass\n",
        "def f(\n    a=BAD,\n):  # noqa\n    pass\n",
        "x = 1 + \\\n    BAD  # noqa\n",
        "if x:\n    y = (\n        BAD\n    )  # noqa\n",
    ],
)
def test_first_or_last_line_of_the_statement(text: str) -> None:
    assert silenced(text)
    assert silenced(text.replace("\n", "\r\n"))
    assert silenced(text.replace("\n", "\r"))


@pytest.mark.parametrize(
    "text",
    [
        "x = 1  # noqa\nBAD()\n",
        "BAD()\nx = 1  # noqa\n",
        "x = f(\n    BAD,\n    a,  # noqa\n    b,\n)\n",
        "if a:  # noqa\n    BAD()\n",
        "if BAD:\n    pass  # noqa\n",
        "# noqa\nBAD()\n",
        "BAD()\n# noqa\n",
        "@d  # noqa\ndef f(x=BAD):\n    pass\n",
        "x = '# noqa'; BAD()\n",
        "x = '''\n# noqa\n'''; BAD()\n",
        "BAD(  # noqa\n",  # does not tokenize
    ],
)
def test_other_lines_do_not_count(text: str) -> None:
    assert not silenced(text)


def test_the_whole_file() -> None:
    assert silenced("# tfgpu-migrate: noqa\nBAD()\n")
    assert silenced("BAD()\nif x:\n    # tfgpu-migrate: noqa\n    pass\n")
    assert silenced("#tfgpu-migrate:noqa: TFM302, TFM301\nBAD()\n")
    assert not silenced("# tfgpu-migrate: noqa: TFM302\nBAD()\n")
    assert not silenced("x = 1  # tfgpu-migrate: noqa\nBAD()\n")
    assert not silenced("x = '# tfgpu-migrate: noqa'\nBAD()\n")


def test_an_unreadable_file_stays_a_finding() -> None:
    assert not silenced("BAD  # noqa\n", code="TFM900")


def test_form_feed_and_wide_text() -> None:
    assert silenced("x = '日本語'\n\x0c\nBAD()  # noqa\n")
    assert not silenced("x = '日本語'  # noqa\n\x0c\nBAD()\n")


@pytest.mark.parametrize(
    "text",
    [
        "BAD()  # tfgpu-migrate: ignore[TFM301]\n",
        "BAD()  # why # tfgpu-migrate: ignore[TFM999, TFM301]\n",
        "# tfgpu-migrate: ignore[TFM301]\nBAD()\n",
        "# tfgpu-migrate: ignore[TFM301]\n\n# more\nf(\n    1,\n    BAD,\n)\n",
        "# tfgpu-migrate: disable[TFM301]\nx = 1\nBAD()\n",
        "# tfgpu-migrate: disable[TFM301]\nBAD()\n# tfgpu-migrate: enable[TFM301]\n",
        "x = 1\n# tfgpu-migrate: file-ignore[TFM301]\nBAD()\n",
        "BAD()\n# TFGPU-MIGRATE: File-Ignore[tfm301]\n",
    ],
)
def test_own_directives(text: str) -> None:
    assert silenced(text)


@pytest.mark.parametrize(
    "text",
    [
        "BAD()  # tfgpu-migrate: ignore\n",
        "BAD()  # tfgpu-migrate: ignore[]\n",
        "BAD()  # tfgpu-migrate: ignore[TFM302]\n",
        "BAD()  # tfgpu-migrate: file-ignore[TFM301]\n",
        "# tfgpu-migrate: ignore[TFM301]\nx = 1\nBAD()\n",
        "# tfgpu-migrate: disable[TFM301]\n# tfgpu-migrate: enable[TFM301]\nBAD()\n",
        "BAD()\n# tfgpu-migrate: disable[TFM301]\n",
        "BAD()  # tfgpu-migrate: disable[TFM301]\n",
    ],
)
def test_own_directives_that_do_not_count(text: str) -> None:
    assert not silenced(text)


def fixed(text: str, settings: Settings | None = None) -> str:
    report = fix_bytes("a.py", text.encode(), settings or Settings())
    assert report.internal_error is None
    return (report.before if report.after is None else report.after).decode()


BEFORES = sorted((Path(__file__).parent.parent / "fixtures").glob("TFM*/before.py"))


@pytest.mark.parametrize("path", BEFORES, ids=lambda path: path.parent.name)
def test_a_fix_leaves_a_silenced_line_alone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    source = Source("a.py", text)
    found = check_bytes("a.py", text.encode(), Settings()).diagnostics
    for number in {source.location(one.start)[0] for one in found if not one.code.startswith("TFM9")}:
        lines = text.split("\n")
        if "#" in lines[number - 1] or lines[number - 1].endswith("\\"):
            continue
        lines[number - 1] += "  # noqa"
        assert lines[number - 1] in fixed("\n".join(lines)).split("\n")


@pytest.mark.parametrize("path", BEFORES, ids=lambda path: path.parent.name)
def test_a_second_fix_leaves_the_comments_of_the_first_run(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    source = Source("a.py", text)
    found = check_bytes("a.py", text.encode(), Settings()).diagnostics
    lines = text.split("\n")
    for number, code in {source.location(one.start)[0]: one.code for one in found}.items():
        if "#" not in lines[number - 1] and not lines[number - 1].endswith("\\") and not code.startswith("TFM9"):
            lines[number - 1] += f"  # noqa: {code}"
    once = fixed("\n".join(lines))
    assert fixed(once) == once


def test_a_code_of_tensorflow_1_in_code_that_is_fixed_is_not_idle() -> None:
    text = f"{TF}x = tf.placeholder(tf.float32)\nw = tf.Variable(1.0)  # noqa: TFM101\n"
    assert fixed(fixed(text)).endswith("# noqa: TFM101\n")
    clean = f"{TF}x = tf.placeholder(tf.float32)\nw = 1  # noqa: TFM101\n"
    assert fixed(clean).endswith("w = 1\n")


def test_a_fix_goes_around_a_silenced_code_on_its_line() -> None:
    text = "import tensorflow as tf\na = tf.log(1.0), tf.ceil(2.0)  # noqa: TFM999\n"
    assert fixed(text.replace("TFM999", "TFM102")) == text.replace("TFM999", "TFM102")
    assert "tf.math.ceil" in fixed(text, Settings(ignore=("TFM801",)))


def add_noqa(text: str, reason: str = "") -> str:
    report = suppress_bytes("a.py", text.encode(), Settings(), reason)
    assert report.diagnostics == ()
    return (report.before if report.after is None else report.after).decode()


TF = "import tensorflow as tf\n"


def test_add_noqa() -> None:
    assert add_noqa(f"{TF}a = tf.log(1)\n") == f"{TF}a = tf.log(1)  # noqa: TFM102\n"
    assert add_noqa(f"{TF}a = tf.log(tf.flags)  # x") == f"{TF}a = tf.log(tf.flags)  # x  # noqa: TFM101, TFM102"
    assert add_noqa(f"{TF}a = tf.log(1)  # noqa: E501\r\n") == f"{TF}a = tf.log(1)  # noqa: E501, TFM102\r\n"
    assert add_noqa(f"{TF}a = tf.log(1)   \n", "legacy") == f"{TF}a = tf.log(1)  # noqa: TFM102 legacy\n"
    assert add_noqa(f"{TF}a = 1 + \\\n    tf.log(1) + \\\n    2\n") == (
        f"{TF}a = 1 + \\\n    tf.log(1) + \\\n    2  # noqa: TFM102\n"
    )
    assert add_noqa(f"{TF}a = (tf.log(1), '''\n''')\n") == f"{TF}a = (tf.log(1), '''\n''')  # noqa: TFM102\n"
    assert add_noqa(f"{TF}a = f(\n    tf.log(1),\n)\n") == f"{TF}a = f(\n    tf.log(1),  # noqa: TFM102\n)\n"
    assert add_noqa(f"{TF}a = tf.math.log(1)\n") == f"{TF}a = tf.math.log(1)\n"
    own = f"{TF}a = tf.log(tf.flags)  # tfgpu-migrate: ignore[TFM101]"
    assert add_noqa(own) == f"{own}  # noqa: TFM102"


@pytest.mark.parametrize("path", BEFORES, ids=lambda path: path.parent.name)
def test_add_noqa_silences_everything_once(path: Path) -> None:
    data = path.read_bytes()
    report = suppress_bytes("a.py", data, Settings())
    assert [one for one in report.diagnostics if not one.code.startswith(("TFM9", "TFM8"))] == []
    after = data if report.after is None else report.after
    again = suppress_bytes("a.py", after, Settings())
    assert again.after in (None, after)


SCATTERED = """\
import tensorflow as tf
from tensorflow.contrib.seq2seq.python.ops.helper import Helper
class CustomHelper(Helper): pass
h = tf.contrib.seq2seq.GreedyEmbeddingHelper
g = tf.contrib.seq2seq.GreedyEmbeddingHelper
"""


def test_add_noqa_silences_a_name_that_is_told_once_at_each_of_its_places() -> None:
    once = add_noqa(SCATTERED)
    assert [line.partition("  ")[2] for line in once.splitlines()] == ["", *["# noqa: TFM001"] * 4]
    assert add_noqa(once) == once
    assert fixed(once) == once  # none of them is idle: without one its place would be told
    assert "TFM801" in str(check_bytes("a.py", f"{once}i = 1  # noqa: TFM001\n".encode(), Settings()).diagnostics)


def test_add_noqa_leaves_a_place_that_is_silenced_already() -> None:
    some = SCATTERED.replace(
        "g = tf.contrib.seq2seq.GreedyEmbeddingHelper", "g = tf.contrib.seq2seq.GreedyEmbeddingHelper  # noqa"
    )
    assert add_noqa(some).endswith("GreedyEmbeddingHelper  # noqa\n")


def test_unused_codes_are_told_only_where_their_rules_are_checked() -> None:
    text = f"{TF}a = 1  # noqa: TFM102\n"
    assert [one.code for one in check_bytes("a.py", text.encode(), Settings()).diagnostics] == ["TFM801"]
    for settings in (Settings(ignore=("TFM102",)), Settings(ignore=("TFM801",)), Settings(select=("TFM3", "TFM8"))):
        assert check_bytes("a.py", text.encode(), settings).diagnostics == ()
    no_import = "text = 'tensorflow'  # noqa: TFM102\n"
    assert len(check_bytes("a.py", no_import.encode(), Settings()).diagnostics) == 1


def test_a_directive_for_what_only_a_run_shows_is_never_idle() -> None:
    text = f"{TF}step = tf.Variable(0)  # noqa: TFM601\n"
    assert check_bytes("a.py", text.encode(), Settings(select=("TFM8",))).diagnostics == ()


def test_ignore_noqa() -> None:
    text = f"{TF}a = tf.log(1)  # noqa\n"
    report = check_bytes("a.py", text.encode(), Settings(ignore_noqa=True))
    assert ([one.code for one in report.diagnostics], report.suppressed) == (["TFM102"], 0)


GROWTH = f"{TF}c = tf.ConfigProto()\nc.gpu_options.allow_growth = True\nwith tf.Session(config=c):\n    tf.log(1.0)\n"


def test_fixable_and_unfixable() -> None:
    assert "tf.log" in fixed(GROWTH, Settings(unfixable=("TFM1",)))
    only = fixed(GROWTH, Settings(fixable=("TFM102",)))
    assert only == GROWTH.replace("tf.log", "tf.math.log")
    # one fix of several findings is made whole or not at all
    assert "allow_growth = True" in fixed(GROWTH, Settings(unfixable=("TFM301",)))
    assert "ConfigProto()" in fixed(GROWTH, Settings(unfixable=("TFM301",)))


def test_safety_can_be_set() -> None:
    unsafe = Settings(extend_unsafe_fixes=("TFM102",))
    assert "tf.log" in fixed(GROWTH, unsafe)
    assert "tf.math.log" in fixed(GROWTH, replace(unsafe, unsafe_fixes=True))
    assert "tf.math.log" in fixed(GROWTH, replace(unsafe, extend_safe_fixes=("TFM102",), extend_unsafe_fixes=("TFM1",)))


def test_an_unused_directive_leaves_the_comment_before_it() -> None:
    text = f"{TF}a = 1  # type: ignore  # tfgpu-migrate: ignore[TFM102]\n"
    assert fixed(text) == f"{TF}a = 1  # type: ignore\n"


def test_a_comment_at_one_place_of_a_name_leaves_the_others_told() -> None:
    made = "b = tf.estimator.Estimator(2)\n"
    text = f"import tensorflow as tf\na = tf.estimator.Estimator(1)  # noqa: TFM001\n{made}{made}"
    report = check_bytes("a.py", text.encode(), Settings())
    assert report.suppressed == 1
    assert [(one.code, text[: one.start].count("\n"), len(one.uses)) for one in report.diagnostics] == [
        ("TFM001", 2, 1)
    ]

"""Comments that silence findings."""

import pytest

from tfgpu_migrate.edit.diagnostics import Diagnostic
from tfgpu_migrate.noqa import Suppressions
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

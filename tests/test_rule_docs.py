"""The examples in the rules' documentation: what stands under Example becomes what stands under Use instead."""

import json
import re

import pytest

from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.edit.diagnostics import Applicability
from tfgpu_migrate.report.explain import as_text, in_table
from tfgpu_migrate.rules import Rule, load
from tfgpu_migrate.settings import Settings

_HEAD = "import tensorflow as tf\nfrom keras import backend as K\nfrom tensorflow.python.client import device_lib\n\n"
# What these pages show needs more of a file than they show: a helper, names of variables.
_NOT_ALONE = {"TFM110", "TFM111", "TFM302", "TFM402"}
_TF1 = "tf.placeholder\n"  # makes a page without such a name TensorFlow 1 code


def _rules(language: str) -> list[Rule]:
    pages = [rule for rule in load().values() if rule.fix and rule.code not in _NOT_ALONE]
    return [rule for rule in pages if _language(rule) == language]


def _language(rule: Rule) -> str:
    """What the first block of a page is; one without blocks fails where it is tried."""
    found = re.search(r"```(ipython|text)\n", rule.docs)
    return found[1] if found else "python"


def _section(rule: Rule, title: str, language: str = "python") -> str:
    found = re.search(rf"## {title}\n```{language}\n(.*?)```", rule.docs, re.DOTALL)
    assert found, f"{rule.code} has no section {title}"
    return found[1]


def _statements(code: str) -> list[str]:
    """The lines that do something: no imports, comments, blank lines, nor the line that switches graph mode on."""
    lines = (line.partition("  #")[0].rstrip() for line in code.splitlines())
    left_out = ("import ", "from ", "tf.compat.v1.disable_v2_behavior()", "tf.compat.v1.placeholder\n".rstrip())
    return [line for line in lines if line and line not in left_out and not line.startswith(left_out[:2])]


@pytest.mark.parametrize("rule", _rules("python"), ids=lambda rule: rule.code)
def test_the_example_becomes_what_the_page_says(rule: Rule) -> None:
    is_tf1 = rule.code in ("TFM104", "TFM105", "TFM202", "TFM742")
    before = f"{_HEAD}{_TF1 if is_tf1 else ''}{_section(rule, 'Example')}"
    settings = Settings(unsafe_fixes=rule.fix is Applicability.UNSAFE)
    report = fix_bytes("page.py", before.encode(), settings)
    assert report.after is not None
    assert _statements(report.after.decode()) == _statements(_section(rule, "Use instead"))


@pytest.mark.parametrize("rule", _rules("ipython"), ids=lambda rule: rule.code)
def test_the_cell_becomes_what_the_page_says(rule: Rule) -> None:
    cell = {"cell_type": "code", "source": _section(rule, "Example", "ipython")}
    report = fix_bytes("page.ipynb", json.dumps({"cells": [cell], "nbformat": 4}).encode(), Settings())
    assert report.after is not None
    assert json.loads(report.after)["cells"][0]["source"] == _section(rule, "Use instead", "ipython")


@pytest.mark.parametrize("rule", _rules("text"), ids=lambda rule: rule.code)
def test_the_requirement_becomes_what_the_page_says(rule: Rule) -> None:
    before, after = (_section(rule, title, "text") for title in ("Example", "Use instead"))
    assert fix_bytes("requirements.txt", before.encode(), Settings()).after == after.encode()


@pytest.mark.parametrize(
    ("code", "cell", "said"),
    [
        ("TFM741", "unsafe, some", "For some a fix is available with `--fix --unsafe-fixes`."),
        ("TFM701", "safe, some", "For some a fix is available with `--fix`."),
        ("TFM702", "safe", "Fix is available with `--fix`."),
        ("TFM743", "safe", "Fix is available with `--fix`."),
        ("TFM622", "", "Fix is not available."),
    ],
)
def test_a_rule_that_only_reports_some_of_its_names_says_so(code: str, cell: str, said: str) -> None:
    rule = load()[code]
    assert in_table(rule) == cell
    assert as_text([rule]).splitlines()[2] == said

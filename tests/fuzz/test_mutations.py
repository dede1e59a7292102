"""Damaged files of all kinds: one finding says that a file cannot be read, or it is checked; it is never made worse."""

import json
from pathlib import Path

from hypothesis import given

from tests.fuzz.choices import Choices, choices
from tests.fuzz.judge import fixed
from tests.fuzz.mutations import mutated, recoded
from tfgpu_migrate.check import check_bytes, suppress_bytes
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source import Unreadable, decode

FIXTURES = Path(__file__).parent.parent.parent / "fixtures"
SCRIPTS = [path.read_bytes() for path in sorted(FIXTURES.rglob("before.py"))]
NOTEBOOKS = [path.read_bytes() for path in sorted(FIXTURES.rglob("*.ipynb"))]
# What says what to install, under the name that it is known by.
DEPENDENCIES = [
    (path.name.removeprefix("before."), path.read_bytes())
    for path in sorted(FIXTURES.rglob("before.*"))
    if path.suffix not in (".py", ".ipynb") or path.name == "before.setup.py"
]
DAMAGE = (8, 16, 24)


def judge(path: str, data: bytes) -> None:
    report = check_bytes(path, data, Settings())
    unreadable = [one for one in report.diagnostics if one.code == "TFM900"]
    after = fixed(data, Settings(unsafe_fixes=True), path)
    if unreadable and not path.endswith(".ipynb"):  # of a notebook a cell may be
        assert len(report.diagnostics) == 1
        assert after == data
    if after != data:
        assert decode(after, path).problem() is None or not path.endswith(".py")
        assert_bytes_survive(data, after, is_whole=path == "a.py" and b"noqa" not in data and b"migrate" not in data)
    suppress_bytes(path, data, Settings())


def assert_bytes_survive(data: bytes, after: bytes, *, is_whole: bool) -> None:
    """No fix writes or changes a byte that is no ASCII, nor loses one, but with a version or a comment for linters."""
    old, new = ([byte for byte in text if byte > 127] for text in (data, after))
    assert len(old) == len(new) or not is_whole
    rest = iter(old)
    assert all(byte in rest for byte in new)


@given(choices(*DAMAGE))
def test_a_damaged_script(found: Choices) -> None:
    judge("a.py", mutated(recoded(found.one(SCRIPTS), found), found))


@given(choices(*DAMAGE))
def test_a_damaged_notebook(found: Choices) -> None:
    seed = found.one(NOTEBOOKS) if found.below(3) else as_notebook(found.one(SCRIPTS), found)
    data = mutated(seed, found)
    judge("a.ipynb", data)
    try:
        assert decode(data, "a.ipynb").encode(decode(data, "a.ipynb").text) == data
    except Unreadable:
        return
    json.loads(data.removeprefix(b"\xef\xbb\xbf"), strict=False)  # what decodes is JSON
    assert outside_of_code(fixed(data, Settings(), "a.ipynb")) == outside_of_code(data)


@given(choices(*DAMAGE))
def test_damaged_requirements(found: Choices) -> None:
    path, data = found.one(DEPENDENCIES)
    judge(path, mutated(recoded(data, found), found))


def as_notebook(data: bytes, found: Choices) -> bytes:
    """A script as a notebook, a cell for each part between blank lines, some of them damaged, a magic above one."""
    cells = [mutated(part, found) if found.below(8) == 7 else part for part in data.split(b"\n\n")]
    sources = [found.one(["", "%matplotlib inline\n", "!pip install tensorflow==1.15\n", "%%time\n"]) for _ in cells]
    texts = [above + cell.decode("latin-1") for above, cell in zip(sources, cells, strict=True)]
    as_lines = found.below(2)
    body: list[dict[str, object]] = [
        {"cell_type": "code", "metadata": {}, "source": text.splitlines(keepends=True) if as_lines else text}
        for text in texts
    ]
    made = json.dumps({"cells": body, "nbformat": 4, "metadata": {}}, indent=found.one([None, 1]))
    return made.encode()


def outside_of_code(data: bytes) -> object:
    """All of a notebook but the source of its code cells."""
    document = json.loads(data.removeprefix(b"\xef\xbb\xbf"), strict=False)
    if isinstance(document, dict) and isinstance(document.get("cells"), list):
        for cell in document["cells"]:
            if isinstance(cell, dict) and cell.get("cell_type") == "code":
                cell.pop("source", None)
    return document

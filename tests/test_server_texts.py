"""The server and the texts of editors: any characters, line ends and names, saved or not, in the middle of typing."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp_client import NOTEBOOKS, Editor, Json, Open, edited, edits_of, utf16_offset
from tests.readme import ROOT
from tfgpu_migrate import check_text, fix_text

LOG = "x = tf.log(1.0)"
TEXTS = {
    "beyond the BMP": f'import tensorflow as tf\ns = "\U0001f40d\U0001f40d é"; {LOG}\n',
    "CRLF": f"import tensorflow as tf\r\n{LOG}\r\n",
    "CR": f"import tensorflow as tf\r{LOG}\r",
    "mixed line ends": f"import tensorflow as tf\n{LOG}\r\n{LOG}\r{LOG}",
    "form feed": f"import tensorflow as tf\n\f\n{LOG}\n# \x85 \u2028 \x1c\n{LOG}\n",
    "byte-order mark": f"\ufeffimport tensorflow as tf; {LOG}\n{LOG}\n",
    "encoding": f"# -*- coding: latin-1 -*-\nimport tensorflow as tf\ns = 'é'; {LOG}\n",
    "encoding that cannot hold it": f"# coding: ascii\nimport tensorflow as tf\ns = '\U0001f40d'; {LOG}\n",
    "half a character": f"import tensorflow as tf\ns = '\ud83d'; {LOG}\n",
    "null byte": f"import tensorflow as tf\n\0{LOG}\n",
    "does not parse": f"import tensorflow as tf\n{LOG}\nx = (\n",
    "Python 2": f"import tensorflow as tf\n{LOG}\nprint tf.log(x)\n",
    "no newline at the end": f"import tensorflow as tf\n{LOG}",
    "nothing": "",
    "no TensorFlow": "import numpy\n",
    "tabs": f"import tensorflow as tf\nif True:\n\t{LOG}\n",
    "a configuration": (ROOT / "docs" / "example" / "train.py").read_text(encoding="utf-8"),
}


def expected(text: str, path: str = "train.py") -> list[Json]:
    """What `check_text` finds, with the places of LSP."""
    lines = re.split(r"\r\n|\r|\n", text)

    def place(line: int, column: int) -> Json:
        shift = text.startswith("\ufeff") and line == 1
        before = lines[line - 1][: column - 1 + shift]
        return {"line": line - 1, "character": len(before.encode("utf-16-le", "surrogatepass")) // 2}

    return [
        {
            "code": one.code,
            "message": one.message,
            "range": {"start": place(one.line, one.column), "end": place(one.end_line, one.end_column)},
            "severity": 1 if one.code.startswith("TFM9") else 2,
            "source": "tfgpu-migrate",
        }
        for one in check_text(text, path).findings
    ]


def fixed(editor: Editor, uri: str, text: str) -> str:
    """The text after "fix all", as the editor makes its edits."""
    actions = editor.actions(uri, {"line": 0, "character": 0}, only=["source.fixAll"])
    return edited(text, edits_of(actions[0])[uri]) if actions else text


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """One for many texts, which must not meet each other."""
    opened = Editor(tmp_path_factory.mktemp("editor"))
    yield opened
    assert opened.stop() == 0
    opened.kill()


@pytest.mark.parametrize("kind", TEXTS)
def test_what_is_shown_is_what_check_text_finds_where_it_finds_it(editor: Editor, tmp_path: Path, kind: str) -> None:
    uri, text = (tmp_path / "train.py").as_uri(), TEXTS[kind]
    editor.open(uri, text)
    assert editor.shown(uri, 1) == expected(text)
    assert fixed(editor, uri, text) == fix_text(text).text
    for one in editor.shown(uri, 1):
        for action in editor.actions(uri, one["range"]["start"]):
            if action["kind"] == "quickfix":
                made = edited(text, edits_of(action)[uri])
                assert one not in expected(made) or action["title"].startswith("Disable")


@pytest.mark.parametrize("encodings", [["utf-8", "utf-16"], ["utf-32"], ["utf-16"], ["utf-7", "utf-16"]])
def test_columns_are_counted_as_the_client_does(start: Open, tmp_path: Path, encodings: list[str]) -> None:
    editor = start({"general": {"positionEncodings": encodings}})
    uri, text = (tmp_path / "train.py").as_uri(), TEXTS["beyond the BMP"]
    editor.open(uri, text)
    (shown,) = editor.shown(uri, 1)
    chosen = editor.capabilities["positionEncoding"]
    before = text.splitlines()[1].partition("tf.log")[0]
    sizes = {"utf-8": len(before.encode()), "utf-16": len(before) + 2, "utf-32": len(before)}
    assert shown["range"]["start"] == {"line": 1, "character": sizes[chosen]}
    end = {"line": 1, "character": shown["range"]["end"]["character"]}
    editor.change(uri, 2, {"range": {"start": shown["range"]["start"], "end": end}, "text": "tf.math.log"})
    assert editor.shown(uri, 2) == []


@pytest.mark.parametrize(
    ("uri", "language", "codes"),
    [
        ("untitled:Untitled-1", "python", ["TFM102"]),
        ("untitled:Untitled-1", "plaintext", []),
        ("vscode-vfs://github/somebody/tree/train.py", "python", ["TFM102"]),
        ("file:///nowhere/a%20b%23/tr%C3%A4in.py", "python", ["TFM102"]),
        ("file:///nowhere/script-without-suffix", "python", ["TFM102"]),
        ("file:///nowhere/train.py", "", ["TFM102"]),
        ("file:///nowhere/notes.md", "markdown", []),
    ],
)
def test_any_name_that_python_may_have(editor: Editor, uri: str, language: str, codes: list[str]) -> None:
    editor.close(uri)
    number = len(editor.published) + 1
    editor.open(uri, f"import tensorflow as tf\n{LOG}\n", language, number)
    assert [one["code"] for one in editor.shown(uri, number)] == codes


def test_what_is_excluded_below_the_root_is_not_checked(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    editor = Editor(tmp_path, root=tmp_path / "project")  # editors start servers anywhere
    for name, found in (("build/train.py", 0), ("builder/train.py", 1)):
        uri = (tmp_path / "project" / name).as_uri()
        editor.open(uri, f"import tensorflow as tf\n{LOG}\n")
        assert len(editor.shown(uri, 1)) == found
    assert editor.stop() == 0


def test_files_that_say_what_to_install(editor: Editor, tmp_path: Path) -> None:
    uri, text = (tmp_path / "requirements.txt").as_uri(), "numpy\ntensorflow-gpu==1.15\n"
    editor.open(uri, text, "pip-requirements")
    assert editor.shown(uri, 1) == expected(text, "requirements.txt") != []
    assert fixed(editor, uri, text) == fix_text(text, "requirements.txt").text != text


def test_the_json_of_a_notebook_is_told_at_its_start(editor: Editor, tmp_path: Path) -> None:
    path = next((ROOT / "fixtures").glob("**/*.ipynb"))
    text = path.read_text(encoding="utf-8")
    uri = (tmp_path / "train.ipynb").as_uri()
    editor.open(uri, text, "json")
    shown = editor.shown(uri, 1)
    assert [one["code"] for one in shown] == [one.code for one in check_text(text, "train.ipynb").findings] != []
    assert {one["range"]["end"]["line"] for one in shown} == {0}
    assert re.match(r"cell \d+:\d+:\d+: ", shown[0]["message"])
    assert fixed(editor, uri, text) == fix_text(text, "train.ipynb").text


def test_findings_of_a_text_that_no_longer_parses_go(editor: Editor, tmp_path: Path) -> None:
    uri, text = (tmp_path / "train.py").as_uri(), f"import tensorflow as tf\n{LOG}\n"
    editor.open(uri, text)
    at = {"line": 1, "character": 0}
    editor.change(uri, 2, {"range": {"start": at, "end": at}, "text": "("})
    assert [one["code"] for one in editor.shown(uri, 2)] == ["TFM900"]
    editor.change(uri, 3, {"text": text})
    assert [one["code"] for one in editor.shown(uri, 3)] == ["TFM102"]


PIECES = [
    *("tf.log(1.0)", "tf.Session()", "config.gpu_options.allow_growth = True", "import tensorflow as tf\n", "  # noqa"),
    *("\n", "\r\n", "\r", "\t", "(", ")", '"', "'''", "#", "x", " "),
    *("\U0001f40d", "é", "\f", "\u2028", "\ud83d", "\ufeff"),
]


def typed(text: str, chance: random.Random) -> tuple[str, Json]:
    """The text after one edit at random places, and that edit as an editor tells it."""
    start = min(chance.randrange(len(text) + 1), len(text))
    end = min(start + chance.choice([0, 0, 0, 1, 2, 9, 40]), len(text))
    new = chance.choice([*PIECES, ""])
    places = [_place(text, start), _place(text, end)]
    start, end = (utf16_offset(text, one) for one in places)  # not between the two characters of a CRLF
    return text[:start] + new + text[end:], {"range": {"start": places[0], "end": places[1]}, "text": new}


def _place(text: str, offset: int) -> Json:
    lines = re.split(r"\r\n|\r|\n", text[:offset])
    return {"line": len(lines) - 1, "character": len(lines[-1].encode("utf-16-le", "surrogatepass")) // 2}


@pytest.mark.parametrize("seed", range(3))
def test_after_each_of_a_hundred_edits_the_findings_are_those_of_the_text(
    start: Open, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    editor, uri, text = start(), (tmp_path / "train.py").as_uri(), TEXTS["a configuration"]
    editor.open(uri, text)
    codes = set[str]()
    for version in range(2, 202, 2):
        changes = []
        for _ in range(chance.choice([1, 1, 1, 3])):
            text, change = typed(text, chance)
            changes.append(change)
        editor.change(uri, version, *changes)
        if not chance.randrange(3):
            continue  # the next comes at once
        if not chance.randrange(8):
            text, version = TEXTS["a configuration"], version + 1
            editor.change(uri, version, {"text": text})
            while not any(one["version"] == version for one in editor.published):
                editor.hover(uri, 0, 0)
        shown = editor.shown(uri, version)
        assert shown == expected(text), (seed, version)
        codes.update(one["code"] for one in shown)
        assert all(one["version"] <= version for one in editor.published)
    versions = [one["version"] for one in editor.published]
    assert versions == sorted(versions)
    assert {"TFM900", "TFM300"} <= codes
    assert fixed(editor, uri, text) == fix_text(text).text


def cell(number: int, text: str, language: str = "python") -> Json:
    return {"uri": f"vscode-notebook-cell:/train.ipynb#C{number}", "languageId": language, "version": 1, "text": text}


def opened(editor: Editor, cells: list[Json]) -> str:
    uri = "file:///nowhere/train.ipynb"
    listed = [{"kind": 2, "document": one["uri"]} for one in cells]
    notebook = {"uri": uri, "notebookType": "jupyter-notebook", "version": 1, "cells": listed}
    editor.tell("notebookDocument/didOpen", {"notebookDocument": notebook, "cellTextDocuments": cells})
    return uri


def test_cells_of_a_notebook_share_names(start: Open) -> None:
    editor = start(NOTEBOOKS)
    first = cell(1, "%matplotlib inline\nimport tensorflow as tf\n!nvidia-smi")
    second, third = cell(2, "y = 1\nx = tf.log(1.0)\n"), cell(3, 's = "\U0001f40d"; x = tf.log(2.0)')
    notebook = opened(editor, [first, second, third])
    assert editor.shown(first["uri"], 1) == []
    (in_second,), (in_third,) = editor.shown(second["uri"], 1), editor.shown(third["uri"], 1)
    assert in_second["range"] == {"start": {"line": 1, "character": 4}, "end": {"line": 1, "character": 10}}
    assert in_third["range"] == {"start": {"line": 0, "character": 14}, "end": {"line": 0, "character": 20}}

    quick, silence, fix_all = editor.actions(third["uri"], in_third["range"]["start"])
    assert edited(third["text"], edits_of(quick)[third["uri"]]) == 's = "\U0001f40d"; x = tf.math.log(2.0)'
    assert edited(third["text"], edits_of(silence)[third["uri"]]) == f"{third['text']}  # noqa: TFM102"
    (on_save,) = editor.actions(third["uri"], {"line": 0, "character": 0}, only=["notebook.source.fixAll"])
    assert on_save["kind"] == "notebook.source.fixAll.tfgpu-migrate"
    assert edits_of(on_save) == edits_of(fix_all)
    edits = edits_of(fix_all)
    assert set(edits) == {second["uri"], third["uri"]}
    assert edited(second["text"], edits[second["uri"]]) == "y = 1\nx = tf.math.log(1.0)\n"
    assert "(TFM102)" in str(editor.hover(third["uri"], 0, 16))

    def change(version: int, cells: Json) -> None:
        identifier = {"uri": notebook, "version": version}
        editor.tell("notebookDocument/didChange", {"notebookDocument": identifier, "change": {"cells": cells}})

    at = {"line": 1, "character": 4}
    for version, one in ((2, {"range": {"start": at, "end": at}, "text": "("}), (3, {"text": "import numpy"})):
        typing = {"document": {"uri": first["uri"], "version": version}, "changes": [one]}
        change(version, {"textContent": [typing]})
        codes = [one["code"] for one in editor.shown(first["uri"], version)]
        assert codes == (["TFM900"] if version == 2 else [])
    assert editor.actions(first["uri"], at) == []
    assert (editor.diagnostics[second["uri"]], editor.diagnostics[third["uri"]]) == ([], [])

    fourth = cell(4, "import tensorflow as tf")
    array = {"start": 0, "deleteCount": 2, "cells": [{"kind": 2, "document": fourth["uri"]}]}
    gone = [{"uri": first["uri"]}, {"uri": second["uri"]}]
    change(4, {"structure": {"array": array, "didOpen": [fourth], "didClose": gone}})
    editor.shown(fourth["uri"], 1)
    assert editor.actions(second["uri"], at) == []  # it is gone; and what was to be shown is shown by now
    assert editor.diagnostics[third["uri"]] == [in_third]
    closing = [{"uri": fourth["uri"]}, {"uri": third["uri"]}]
    editor.tell("notebookDocument/didClose", {"notebookDocument": {"uri": notebook}, "cellTextDocuments": closing})
    assert editor.hover(third["uri"], 0, 16) is None
    assert set(map(len, editor.diagnostics.values())) == {0}
    assert editor.stop() == 0

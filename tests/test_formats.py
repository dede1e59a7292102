"""The formats for programs: what a reader of each must find there. `full`, `concise` and `json` are in test_report."""

import json
import os
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from tfgpu_migrate.check import check_bytes
from tfgpu_migrate.report import formats, gitlab
from tfgpu_migrate.report.findings import Finding, findings, fingerprints
from tfgpu_migrate.report.paint import plain
from tfgpu_migrate.settings import Settings

TEXT = 'import tensorflow as tf\n\na = tf.log(1.0)\nif a < 2 and "<&\x01>":\n    b = tf.flags, tf.log(a)\n'
CELLS = ["import tensorflow as tf\n%time 1", "a = tf.log(1.0)"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def found(**texts: str) -> list[Finding]:
    """The findings of files; `_` in a name stands for the dot."""
    files = {name.replace("_", "."): text.encode() for name, text in texts.items()}
    return findings([check_bytes(name, data, Settings()) for name, data in files.items()])


def notebook(*cells: str) -> str:
    return json.dumps({"cells": [{"cell_type": "code", "source": text} for text in cells], "nbformat": 4})


def shown(name: str, each: list[Finding]) -> str:
    return "".join(formats.render(name, each, plain, False))


BOTH = {"a_py": TEXT, "n_ipynb": notebook(*CELLS)}


def test_grouped_is_laid_out_as_in_ruff() -> None:
    text = "import tensorflow as tf\n" * 9 + "a = b = c = d = tf.log(1), tf.log(2)\n" + BOTH["a_py"]
    lines = re.sub(r"(TFM\d+ (?:\[\*\] )?).*", r"\1...", shown("grouped", found(a_py=text, n_ipynb=BOTH["n_ipynb"])))
    assert lines == (
        "a.py:\n  10:17 TFM102 [*] ...\n  10:28 TFM102 [*] ...\n  13:5  TFM102 [*] ...\n  15:9  TFM101 [*] ...\n"
        "  15:19 TFM102 [*] ...\n\nn.ipynb:\n  cell 2:1:5 TFM102 [*] ...\n\n"
    )


def test_pylint_lines() -> None:
    assert shown("pylint", found(**BOTH)) == (
        "a.py:3: [TFM102] `tf.log` is `tf.math.log` in TensorFlow 2\n"
        "a.py:5: [TFM101] `tf.flags` is `tf.compat.v1.flags` in TensorFlow 2\n"
        "a.py:5: [TFM102] `tf.log` is `tf.math.log` in TensorFlow 2\n"
        "n.ipynb:1: [TFM102] cell 2:1:5: `tf.log` is `tf.math.log` in TensorFlow 2\n"
    )


def test_json_lines_are_the_objects_of_json() -> None:
    each = found(**BOTH)
    assert [json.loads(line) for line in shown("json-lines", each).splitlines()] == json.loads(shown("json", each))


def test_gitlab_issues(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI_PROJECT_DIR", raising=False)
    issues = json.loads(shown("gitlab", found(**BOTH)))
    assert issues[0] == {
        "check_name": "TFM102",
        "description": "TFM102: `tf.log` is `tf.math.log` in TensorFlow 2",
        "severity": "major",
        "fingerprint": issues[0]["fingerprint"],
        "location": {
            "path": "a.py",
            "positions": {"begin": {"line": 3, "column": 5}, "end": {"line": 3, "column": 11}},
        },
    }
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) == 4
    assert issues[3]["location"]["positions"]["begin"] == {"line": 1, "column": 1}
    (report,) = gitlab.render(found(a_py=TEXT), {"CI_PROJECT_DIR": str(Path.cwd().parent)})
    assert json.loads(report)[0]["location"]["path"] == f"{Path.cwd().name}/a.py"


def test_a_fingerprint_survives_lines_above_and_spaces() -> None:
    before = fingerprints(found(a_py="import tensorflow as tf\ntf.log(1)\ntf.log(1)\n"))
    after = fingerprints(found(a_py="import tensorflow as tf\n# new\n\nif x:\n    tf.log(1)\n    tf.log(1)\n"))
    assert before == after
    assert len(set(before)) == 2
    assert before != fingerprints(found(a_py="import tensorflow as tf\ntf.log(2)\ntf.log(1)\n"))


def test_junit_is_xml_with_a_failure_for_each_finding() -> None:
    root = ElementTree.fromstring(shown("junit", found(**BOTH)))
    assert root.attrib == {"name": "tfgpu-migrate", "tests": "4", "skipped": "0", "failures": "4", "errors": "0"}
    assert [suite.attrib["name"] for suite in root] == [os.path.abspath("a.py"), os.path.abspath("n.ipynb")]  # noqa: PTH100
    case = root[0][0]
    assert (case.attrib["name"], case.attrib["line"], case.attrib["column"]) == ("org.tfgpu-migrate.TFM102", "3", "5")
    assert case.find("failure") is not None
    failures = [failure.text for failure in root.iter("failure")]
    assert failures[0] == "line 3, col 5, `tf.log` is `tf.math.log` in TensorFlow 2"
    assert failures[3] == "cell 2, line 1, col 5, `tf.log` is `tf.math.log` in TensorFlow 2"
    assert ElementTree.fromstring(shown("junit", []))[0][0].attrib["name"] == "No errors found"


def test_junit_of_characters_that_xml_has_not() -> None:
    strange = [each._replace(path='a\x01<&".py') for each in found(a_py=TEXT)]
    assert ElementTree.fromstring(shown("junit", strange))[0].attrib["name"].endswith('a\ufffd<&".py')


def test_rdjson() -> None:
    report = json.loads(shown("rdjson", found(**BOTH)))
    assert report["source"] == {"name": "tfgpu-migrate"}
    assert report["severity"] == "WARNING"
    first, *_, last = report["diagnostics"]
    assert first["location"]["range"] == {"start": {"line": 3, "column": 5}, "end": {"line": 3, "column": 11}}
    assert first["suggestions"] == [{"range": first["location"]["range"], "text": "tf.math.log"}]
    assert "suggestions" not in last


SARIF = Path(__file__).parent / "schemas" / "sarif-2.1.0.json"


def test_sarif() -> None:
    log = json.loads(shown("sarif", found(**BOTH)))
    (run,) = log["runs"]
    first, *_, last = run["results"]
    rules = run["tool"]["driver"]["rules"]
    assert log["version"] == "2.1.0"
    assert rules[first["ruleIndex"]]["id"] == first["ruleId"] == "TFM102"
    place = first["locations"][0]["physicalLocation"]
    region = {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 11}
    assert place == {"artifactLocation": {"uri": Path("a.py").absolute().as_uri()}, "region": region}
    (change,) = first["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [{"deletedRegion": region, "insertedContent": {"text": "tf.math.log"}}]
    assert "fixes" not in last
    assert last["message"]["text"].startswith("cell 2:1:5: ")
    _has_the_shape_of_sarif(log)
    _has_the_shape_of_sarif(json.loads(shown("sarif", [])))
    _has_the_shape_of_sarif(json.loads(shown("sarif", [each._replace(path="-") for each in found(a_py=TEXT)])))


def test_sarif_tells_where_an_import_is_used() -> None:
    text = "from tensorflow.contrib import cudnn_rnn\n\ncudnn_rnn.CudnnLSTM(1, 2)\n"
    log = json.loads(shown("sarif", found(a_py=text)))
    (related,) = log["runs"][0]["results"][0]["relatedLocations"]
    assert related["physicalLocation"]["region"]["startLine"] == 3
    _has_the_shape_of_sarif(log)


def _has_the_shape_of_sarif(log: Any) -> None:
    """The official schema, and what it cannot say: rules are listed once, and results point to them."""
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft4Validator(json.loads(SARIF.read_text(encoding="utf-8"))).validate(log)
    for run in log["runs"]:
        assert set(run) == {"tool", "columnKind", "results"}
        ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        assert len(set(ids)) == len(ids)
        for result in run["results"]:
            assert result["level"] in ("none", "note", "warning", "error")
            assert ids[result["ruleIndex"]] == result["ruleId"]
            for fix in result.get("fixes", ()):
                assert all(change["replacements"] for change in fix["artifactChanges"])


def test_no_findings() -> None:
    assert "".join(shown(name, []) for name in (*formats.TEXT, "github", "pylint", "json-lines")) == ""
    assert json.loads(shown("gitlab", [])) == json.loads(shown("json", [])) == []


def test_github_lines_of_a_notebook() -> None:
    (line,) = shown("github", found(n_ipynb=BOTH["n_ipynb"])).splitlines()
    assert ",line=1,col=1,endLine=1,endColumn=1::n.ipynb:cell 2:1:5: TFM102 " in line

"""Notebooks: what is found in which cell, and that a fix changes nothing but the lines that it must."""

import io
import json
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pretend_gpus import PretendGpus
from tfgpu_migrate.check import check_bytes, fix_bytes, suppress_bytes
from tfgpu_migrate.cli import main
from tfgpu_migrate.commands import run_command
from tfgpu_migrate.file_report import FileReport
from tfgpu_migrate.report import diff, formats
from tfgpu_migrate.report.concise import render
from tfgpu_migrate.report.findings import findings
from tfgpu_migrate.report.paint import plain
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source import decode

IMPORT = "import tensorflow as tf\\n"
USE = "a = tf.log(x)"
FIXED = "a = tf.math.log(x)"


def code(*lines: str, rest: str = "") -> str:
    """The JSON of a code cell, its lines JSON already, but for the quotes."""
    inside = ",\n    ".join(f'"{line}"' for line in lines)
    return (
        '  {\n   "cell_type": "code",\n   "execution_count": null,\n   "metadata": {},\n   "outputs": [],\n'
        f'   "source": [\n    {inside}\n   ]{rest}\n  }}'
    )


def notebook(*cells: str, metadata: str = "{}", end: str = "\n") -> str:
    """A notebook as Jupyter lays it out."""
    inside = ",\n".join(cells)
    return f'{{\n "cells": [\n{inside}\n ],\n "metadata": {metadata},\n "nbformat": 4,\n "nbformat_minor": 4\n}}{end}'


class Case(NamedTuple):
    """A notebook, the pieces of its JSON that a fix replaces, and the places of what is found."""

    text: str
    changes: tuple[tuple[str, str], ...] = ((USE, FIXED),)
    places: tuple[str, ...] = ("cell 2:1:5: TFM102",)


MARKDOWN = '  {\n   "cell_type": "markdown",\n   "metadata": {},\n   "source": [\n    "# tf.log(x)"\n   ]\n  }'
PLAIN = notebook(code(IMPORT), code(USE))
WIDGETS = (
    '{\n  "widgets": {\n   "application/vnd.jupyter.widget-state+json": {\n    "5a": {\n     "model_name": "HTMLModel",'
    '\n     "state": {"value": "tf.log(x) <b>tensorflow</b>", "\\u0062": 1e-5, "n": -0.10}\n    }\n   }\n  }\n }'
)
OUTPUT = (
    ',\n   "id": "tf-log", "outputs": [{"name": "stdout", "output_type": "stream", '
    '"text": ["tf.log(x)\\n", "caf\\u00e9 \\/"]}]'
)
COLAB = (
    '{"nbformat":4,"nbformat_minor":0,"metadata":{"colab":{"name":"a.ipynb","provenance":[]},"kernelspec":'
    '{"name":"python3","display_name":"Python 3"}},"cells":[{"cell_type":"code","metadata":{"id":"x"},"source":'
    '["%tensorflow_version 1.x\\n","import tensorflow as tf"],"execution_count":0,"outputs":[]},{"cell_type":"code",'
    '"metadata":{"cellView":"form"},"source":["#@title Logarithm { run: \\"auto\\" }\\n","x = 1.0 #@param {type:'
    '\\"number\\"}\\n","a = tf.log(x)"],"execution_count":0,"outputs":[]}]}'
)

CASES = {
    "as Jupyter writes it": Case(PLAIN),
    "markdown between": Case(notebook(MARKDOWN, code(IMPORT), MARKDOWN, code(USE)), places=("cell 4:1:5: TFM102",)),
    "no newline at the end": Case(notebook(code(IMPORT), code(USE), end="")),
    "one line": Case(json.dumps(json.loads(PLAIN))),
    "one line without spaces": Case(json.dumps(json.loads(PLAIN), separators=(",", ":"))),
    "tabs": Case(json.dumps(json.loads(PLAIN), indent="\t")),
    "four spaces": Case(json.dumps(json.loads(PLAIN), indent=4)),
    "carriage returns in the JSON": Case(PLAIN.replace("\n", "\r\n")),
    "carriage returns in the cells": Case(notebook(code("import tensorflow as tf\\r\\n", "x = 1\\r\\n"), code(USE))),
    "a byte-order mark": Case("\ufeff" + PLAIN),
    "Colab": Case(COLAB, ((USE, FIXED), ("sion 1.x", "sion 2.x")), places=("cell 1:1:1: TFM771", "cell 2:3:5: TFM102")),
    "source is one string": Case(
        PLAIN.replace(f'[\n    "{USE}"\n   ]', f'"{USE}"').replace(f'[\n    "{IMPORT}"\n   ]', f'"{IMPORT}"')
    ),
    "text as it is": Case(notebook(code(IMPORT), code(USE + "  # caf\u00e9 \u65e5\u672c \U0001f600"))),
    "text escaped": Case(
        notebook(code(IMPORT), code("b = '\\u00e9 \\/ \\ud83d\\ude00'\\n", USE)), places=("cell 2:2:5: TFM102",)
    ),
    "text escaped on the line": Case(
        notebook(code(IMPORT), code(USE + "  # \\u00E9")), ((USE + "  # \\u00E9", FIXED + "  # \\u00e9"),)
    ),
    "half a surrogate pair": Case(
        notebook(code(IMPORT), code("b = '\\ud83d'"), code(USE)), places=("cell 2:1:1: TFM900", "cell 3:1:5: TFM102")
    ),
    "widgets": Case(notebook(code(IMPORT), code(USE), metadata=WIDGETS)),
    "outputs that look like code": Case(notebook(code(IMPORT), code(USE, rest=OUTPUT))),
    "a cell that takes the time": Case(
        notebook(code("%%time\\n", IMPORT), code("%%timeit -n 1\\n", USE)), places=("cell 2:2:5: TFM102",)
    ),
    "other languages": Case(
        notebook(code(IMPORT), code("%%bash\\n", "echo 'tf.log(x)'"), code("%%html\\n", "tf.log(x)"), code(USE)),
        places=("cell 4:1:5: TFM102",),
    ),
    "magics among the lines": Case(
        notebook(
            code("%matplotlib inline\\n", "!ls \\\\\\n", "  -l\\n", IMPORT, "files = !ls *.py\\n", "tf.log?\\n", "?x"),
            code(
                "if files:\\n",
                "    !echo {files}\\n",
                "    %cd -q ..\\n",
                f"    {USE}\\n",
                "cd /content\\n",
                "pip install x",
            ),
        ),
        places=("cell 2:4:9: TFM102",),
    ),
    "lines that only look like magics": Case(
        notebook(
            code(IMPORT, 'b = \\"\\"\\"\\n', "%time {}\\n", "!ls\\n", '\\"\\"\\"\\n', "c = (1\\n", "%2)"),
            code(USE + "\\n", "%time a\\n", "d = '''\\n", "?'''"),
        )
    ),
    "a variable with the name of a command": Case(
        notebook(code(IMPORT), code("%time a\\n", "ls += [tf.log(x)]")),
        (("tf.log(x)", "tf.math.log(x)"),),
        places=("cell 2:2:8: TFM102",),
    ),
    "cells that do not parse": Case(
        notebook(code(IMPORT), code("print 'x'\\n", "tf.log(x)"), code("for x in y:"), code(USE)),
        places=("cell 2:1:1: TFM900", "cell 3:1:12: TFM900", "cell 4:1:5: TFM102"),
    ),
    "empty cells": Case(
        notebook(code(IMPORT), code("").replace('[\n    ""\n   ]', "[]"), code("\\n", "\\n"), code(USE)),
        places=("cell 4:1:5: TFM102",),
    ),
    "blank lines at the ends": Case(
        notebook(code("\\n", "\\n", IMPORT, "\\n"), code("\\n", USE + "\\n", "\\n", "\\n")),
        places=("cell 2:2:5: TFM102",),
    ),
    "lines that are not split as Jupyter does": Case(
        notebook(code(IMPORT), code("b = 1\\n" + USE + "\\nc = 2")),
        (('"b = 1\\na = tf.log(x)\\nc = 2"', '"b = 1\\n",\n    "a = tf.math.log(x)\\n",\n    "c = 2"'),),
        places=("cell 2:2:5: TFM102",),
    ),
    "keys twice and in another order": Case(
        '{"nbformat": 4, "cells": [{"source": ["tf.log(y)"], "outputs": [], "source": ["import tensorflow as tf\\n", '
        '"a = tf.log(x)"], "cell_type": "code"}, {"source": "", "cell_type": "raw"}], "nbformat_minor": 0}',
        places=("cell 1:2:5: TFM102",),
    ),
    "private characters in use": Case(
        notebook(code(IMPORT), code("b = '\ue000\ue001'\\n", "!ls\\n", USE)), places=("cell 2:3:5: TFM102",)
    ),
    "another language": Case(
        notebook(code(IMPORT), code(USE), metadata='{"kernelspec": {"language": "R"}}'), changes=(), places=()
    ),
    "TensorFlow in the prose only": Case(
        notebook(MARKDOWN.replace("#", "# tensorflow"), code("for x in y:")), changes=(), places=()
    ),
}
by_name = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def concise(report: FileReport) -> list[str]:
    return "".join(render(findings([report]), plain, unsafe=False)).splitlines()


def fixed(text: str) -> str:
    report = fix_bytes("n.ipynb", text.encode(), Settings())
    assert report.internal_error is None
    return (report.before if report.after is None else report.after).decode()


@by_name
def test_findings_name_the_cell(case: Case) -> None:
    found = concise(check_bytes("n.ipynb", case.text.encode(), Settings()))
    assert [" ".join(line.split(" ")[:3]) for line in found] == [f"n.ipynb:{place}" for place in case.places]


@by_name
def test_a_fix_changes_the_lines_that_it_must(case: Case) -> None:
    expected = case.text
    for old, new in case.changes:
        head, found, tail = expected.rpartition(old)
        assert found
        expected = head + new + tail
    assert fixed(case.text) == expected
    assert fixed(expected) == expected


@by_name
def test_the_result_is_a_notebook(case: Case) -> None:
    nbformat = pytest.importorskip("nbformat")
    text = case.text.removeprefix("\ufeff")
    try:
        nbformat.validate(json.loads(text))
    except nbformat.ValidationError:
        return  # nor was it one before
    nbformat.validate(json.loads(fixed(text)))


@by_name
def test_what_nobody_changes_is_written_back_as_it_was(case: Case) -> None:
    source = decode(case.text.encode(), "n.ipynb")
    assert source.encode(source.text).decode() == case.text


def made(*cells: str) -> str:
    """A notebook of these code cells."""
    listed = [{"cell_type": "code", "source": text.splitlines(keepends=True)} for text in cells]
    return json.dumps({"cells": listed, "nbformat": 4, "nbformat_minor": 2}, indent=1)


def fixed_cells(*cells: str) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(fixed(made(*cells)))["cells"]]


def test_graph_mode_is_switched_on_below_the_import() -> None:
    assert fixed_cells("import os", "import tensorflow as tf", "import sys", "x = tf.placeholder(tf.float32)") == [
        "import os",
        "import tensorflow as tf\n\ntf.compat.v1.disable_v2_behavior()",
        "import sys",
        "x = tf.compat.v1.placeholder(tf.float32)",
    ]


def test_a_configuration_goes_where_it_was() -> None:
    assert fixed_cells(
        "import tensorflow as tf\n", "config = tf.ConfigProto()", "config.gpu_options.allow_growth = True",
        "tf.keras.backend.set_session(tf.Session(config=config))\nprint(1)\n",
    ) == [
        "import tensorflow as tf\n", "",
        'for gpu in tf.config.list_physical_devices("GPU"):\n    tf.config.experimental.set_memory_growth(gpu, True)',
        "print(1)\n",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "user", ["%time f(config)", "!python train.py {config}", "print config", "x = !echo $config", "%timeit f(config)"]
)
def test_what_other_lines_read_stays(user: str) -> None:
    cells = fixed_cells("import tensorflow as tf", "config = tf.ConfigProto(log_device_placement=True)", user)
    assert cells[1:] == ["config = tf.compat.v1.ConfigProto(log_device_placement=True)", user]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("%time sess = tf.Session()", "2:1:14"),
        ("x = %timeit -n 10 -r 2 f(tf.Session())", "2:1:26"),
        ("if 1:\n    %time tf.Session()  # a comment", "2:2:11"),
        ("%time for _ in range(2): tf.Session()", "2:1:26"),
        ("%prun tf.Session(", None),
        ("%run tf.Session()", None),
        ("!echo {tf.Session()}", None),
    ],
)
def test_what_a_magic_runs_is_told_and_not_fixed(line: str, place: str | None) -> None:
    cells = ("import tensorflow as tf\n\ntf.compat.v1.disable_v2_behavior()", line)
    found = concise(check_bytes("n.ipynb", made(*cells).encode(), Settings()))
    assert [each.split(" ")[1:3] for each in found] == ([[f"{place}:", "TFM201"]] if place else [])
    assert fixed_cells(*cells) == list(cells)


def test_a_name_that_a_magic_binds_is_known() -> None:
    cells = ("import tensorflow as tf", "%time tf = load()", "tf.Session()")
    assert concise(check_bytes("n.ipynb", made(*cells).encode(), Settings())) == []


def test_an_imported_name_that_a_broken_cell_reads_stays() -> None:
    cells = fixed_cells(
        "from tensorflow import ConfigProto, Session", "s = Session(config=ConfigProto())", "print Session"
    )
    assert "import Session" in cells[0]
    assert "ConfigProto" not in cells[0]
    assert cells[2] == "print Session"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("!pip install tensorflow-gpu==1.15.0", ["cell 1:2:14: TFM772"]),
        ("%pip install -q 'tensorflow<2' keras", ["cell 1:2:18: TFM772"]),
        ("!pip3 install tensorflow==1.* tensorflow-gpu", ["cell 1:2:15: TFM772", "cell 1:2:31: TFM772"]),
        ("!{sys.executable} -m pip install tensorflow~=1.14", ["cell 1:2:34: TFM772"]),
        ("!conda install -y tensorflow-gpu=1.15", ["cell 1:2:19: TFM772"]),
        ("!pip install tensorflow-gpu==1.15  # noqa: TFM772", []),
        ("!pip install 'tensorflow>=1.15,<2' tf-nightly-gpu", ["cell 1:2:15: TFM772", "cell 1:2:36: TFM772"]),
        ("!pip install tensorflow_gpu==1.4", ["cell 1:2:14: TFM772"]),
        ("!pip install tensorflow  # was tensorflow==1.15", []),
        ("!pip install tf_slim && echo tensorflow==1.15", []),
        ("!pip install tensorflow==2.1", []),
        ("!pip install tensorflow>=1.15", []),
        ("!pip install tensorflow", []),
        ("!pip install tensorflow-hub==0.12 tensorflow-datasets==1.0", []),
        ("!echo tensorflow==1.15", []),
        ("# !pip install tensorflow==1.15", []),
        ("text = '''\n!pip install tensorflow==1.15'''", []),
    ],
)
def test_commands_that_install_tensorflow_1(line: str, found: list[str]) -> None:
    report = check_bytes("n.ipynb", made(f"import tensorflow\n{line}").encode(), Settings())
    assert [" ".join(each.split(" ")[:3]) for each in concise(report)] == [f"n.ipynb:{each}" for each in found]


def test_installing_in_a_cell_of_the_shell() -> None:
    report = check_bytes("n.ipynb", made("%%bash\npip install tensorflow==1.15").encode(), Settings())
    assert [" ".join(each.split(" ")[:3]) for each in concise(report)] == ["n.ipynb:cell 1:2:13: TFM772"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"worksheets": [], "nbformat": 3, "x": "tensorflow"}', "a notebook of format 3; `jupyter nbconvert"),
        ('{"cells": [tensorflow', "not valid JSON: Expecting value: line 1 column 12"),
        ('["tensorflow"]', "not a Jupyter notebook"),
        ('{"cells": {}, "nbformat": 4, "x": "tensorflow"}', "not a Jupyter notebook"),
        ("tensorflow", "not valid JSON"),
        ('{"cells": [' + "[" * 200_000, "not valid JSON"),
    ],
)
def test_what_is_no_notebook_is_told(text: str, message: str) -> None:
    data = text.replace("[[", "[[", 1).encode() + (b"tensorflow" if "tensorflow" not in text else b"")
    report = check_bytes("n.ipynb", data, Settings())
    (line,) = concise(report)
    assert line.startswith("n.ipynb:1:1: TFM900 ")
    assert message in line or "nested too deeply" in line
    assert fix_bytes("n.ipynb", data, Settings()).after is None


def test_a_cell_of_python_2_is_told_without_a_tool_for_files() -> None:
    text = made("import tensorflow as tf", "print 1")
    (line,) = concise(check_bytes("n.ipynb", text.encode(), Settings()))
    assert line.startswith("n.ipynb:cell 2:1:1: TFM900 Python 2 syntax (")
    assert line.endswith("); the cell was not checked")
    assert "modernize" not in line


def test_noqa_in_cells() -> None:
    text = made("import tensorflow as tf", "a = tf.log(x)  # noqa", "b = tf.log(x)")
    assert [line.split(" ")[1] for line in concise(check_bytes("n.ipynb", text.encode(), Settings()))] == ["3:1:5:"]
    text = made("import tensorflow as tf\n# tfgpu-migrate: noqa", "b = tf.log(x)")
    assert concise(check_bytes("n.ipynb", text.encode(), Settings())) == []


def test_a_message_names_lines_of_cells() -> None:
    text = made("import tensorflow as tf", "c = tf.ConfigProto(**k)\ntf.Session(config=c)\nc.log_device_placement = x")
    lines = concise(check_bytes("n.ipynb", text.encode(), Settings()))
    assert any("its proto stays: see line 1 of cell 2" in line for line in lines)


def test_uses_elsewhere_name_their_cell() -> None:
    text = made("from tensorflow.contrib import cudnn_rnn", "x = 1\ncudnn_rnn.CudnnLSTM(1, 2)")
    found = findings([check_bytes("n.ipynb", text.encode(), Settings())])
    assert any(one.diagnostic.uses for one in found)
    assert "    cell 2:2:1: cudnn_rnn" in "".join(formats.render("full", found, plain, False))
    (uses,) = [one["uses"] for one in json.loads("".join(formats.render("json", found, plain, False))) if "uses" in one]
    assert (uses[0]["cell"], uses[0]["location"]) == (2, {"column": 1, "row": 2})


def test_the_diff_shows_cells() -> None:
    before = made("import tensorflow as tf", "a = tf.log(x)\nb = 1", "c = tf.log(x)")
    shown = b"".join(diff.render("n.ipynb", before.encode(), fixed(before).encode(), plain)).decode()
    assert shown == (
        "--- n.ipynb:cell 2\n+++ n.ipynb:cell 2\n@@ -1,2 +1,2 @@\n-a = tf.log(x)\n+a = tf.math.log(x)\n b = 1\n"
        "--- n.ipynb:cell 3\n+++ n.ipynb:cell 3\n@@ -1 +1 @@\n-c = tf.log(x)\n+c = tf.math.log(x)\n\n"
    )


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("n.ipynb").write_text(made("import tensorflow as tf", "%time 1\na = tf.log(x)"))
    with pytest.raises(SystemExit):
        main(["check", "--isolated"])
    assert capfdbinary.readouterr().out.decode() == (
        "TFM102 [*] `tf.log` is `tf.math.log` in TensorFlow 2\n --> n.ipynb:cell 2:2:5\n  |\n1 | %time 1\n"
        "2 | a = tf.log(x)\n  |     ^^^^^^\nhelp: Replace with `tf.math.log`\n ::: cell 2\n  |\n1 | %time 1\n"
        "  - a = tf.log(x)\n2 + a = tf.math.log(x)\n  |\n\nFound 1 error.\n[*] 1 fixable with `--fix`.\n"
    )
    with pytest.raises(SystemExit):
        main(["check", "--isolated", "--output-format", "json"])
    (found,) = json.loads(capfdbinary.readouterr().out)
    assert (found["cell"], found["location"]) == (2, {"row": 2, "column": 5})
    assert found["fix"]["edits"][0]["location"] == {"row": 2, "column": 5}
    with pytest.raises(SystemExit):
        main(["check", "--isolated", "--fix"])
    assert Path("n.ipynb").read_text() == made("import tensorflow as tf", "%time 1\na = tf.math.log(x)")


def test_noqa_is_added_to_cells() -> None:
    text = made("import tensorflow as tf", "%time tf.flags\na = tf.log(1.0)", "!pip install tensorflow==1.15")
    report = suppress_bytes("n.ipynb", text.encode(), Settings())
    assert report.after is not None
    after = [cell["source"] for cell in json.loads(report.after)["cells"]]
    assert after[1] == ["%time tf.flags\n", "a = tf.log(1.0)  # noqa: TFM102"]
    assert sorted(one.code for one in report.diagnostics) == ["TFM101", "TFM772"]  # lines that are not Python


def test_a_notebook_on_standard_input(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = made("import tensorflow as tf", "a = tf.log(1.0)")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run_command(["check", "--isolated", "--fix", "--stdin-filename", "n.ipynb", "-"]) == 0
    assert capfdbinary.readouterr().out.decode() == text.replace("tf.log", "tf.math.log")


@pytest.mark.tensorflow
def test_a_fixed_notebook_runs(pretend_gpus: PretendGpus) -> None:
    cells = fixed_cells(
        "%tensorflow_version 1.x\nimport tensorflow as tf",
        "config = tf.ConfigProto()\nconfig.gpu_options.allow_growth = True",
        "%%time\nx = tf.placeholder(tf.float32)\ny = tf.log(x)",
        "with tf.Session(config=config) as sess:\n    print(sess.run(y, {x: 1.0}))",
    )
    script = "\n".join(line for cell in cells for line in cell.splitlines() if not line.startswith("%"))
    run = pretend_gpus.run_text(script, 2)
    assert run.output == ["0.0"], run.stderr
    assert run.devices is not None
    assert run.devices.growth is True


LINES = [
    *("x = 1", "", "    ", "%time f(x)", "!ls {x} \\", "  -l", "files = !ls", "if x:", "    y = 2", "    !echo", "x?"),
    *("?x", "%%time", "%%bash", "'''", '"""', "f(", ")", "# c", "a = tf.log(x)", "print x", "x \\", "cd /", ";f a"),
    *("\x0c", "b\r", "'\u2028'", "\ue000", "\u00e9 = '\u65e5'", "x = '%s' % 1", "%d", "a = [", "]", "def f():"),
    *("import tensorflow as tf", "    return tf.placeholder(x)", "c = tf.ConfigProto()", "s = tf.Session(config=c)"),
]
TEXTS = st.lists(st.sampled_from(LINES), max_size=7).map("\n".join)


@settings(max_examples=300, deadline=None)
@given(st.lists(TEXTS | TEXTS.map("{}\n".format), max_size=5), st.booleans(), st.sampled_from([None, 1, "\t"]))
def test_any_cells_come_back_as_they_were(texts: list[str], escape: bool, indent: int | str | None) -> None:
    texts = ["import tensorflow as tf", *texts]
    cells = [{"cell_type": "code", "source": text.splitlines(keepends=True)} for text in texts]
    data = json.dumps({"cells": cells, "nbformat": 4}, ensure_ascii=escape, indent=indent).encode()
    source = decode(data, "n.ipynb")
    assert source.encode(source.text) == data
    assert source.with_text(source.text).text == source.text
    assert source.notebook is not None
    cell_map = source.notebook.cells
    assert [cell_map.original(body) for body in cell_map.bodies(source.text)] == texts
    source.tree  # noqa: B018 - whatever the cells hold, their text is Python
    report = fix_bytes("n.ipynb", data, Settings())
    assert report.internal_error is None
    if report.after is not None:
        assert fix_bytes("n.ipynb", report.after, Settings()).after in (None, report.after)
        after = json.loads(report.after)["cells"]
        for before, text in zip(texts, ("".join(cell["source"]) for cell in after), strict=True):
            assert "tf" in before or before == text

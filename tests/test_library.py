"""The tool as a library gives what the command gives, to any process."""

import doctest
import io
import json
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import tfgpu_migrate
from tfgpu_migrate import ConfigError, check_paths, check_text, fix_text
from tfgpu_migrate.commands import run_command

FIXTURES = Path(__file__).parent.parent / "fixtures"
SCRIPT = "import tensorflow as tf\n\nwith tf.Session() as sess:\n    print(sess.run(tf.constant(1)))\n"
FIXED = fix_text(SCRIPT).text


def test_check_paths_finds_what_the_command_finds(capsys: pytest.CaptureFixture[str]) -> None:
    run_command(["check", "--no-cache", "--output-format", "json", str(FIXTURES)])
    told = sorted(
        (one["filename"], one["code"], one["location"]["row"], one["location"]["column"], one["message"])
        for one in json.loads(capsys.readouterr().out)
    )
    checked = check_paths([FIXTURES])
    found = [(str(Path(one.path).absolute()), one) for file in checked for one in file.findings]
    assert sorted((path, one.code, one.line, one.column, one.message) for path, one in found) == told
    assert len(told) > 500
    assert len(checked) > len({path for path, _ in found})  # a clean file is there too


def test_check_text_finds_what_check_paths_finds() -> None:
    for checked in check_paths([FIXTURES]):
        assert check_text(Path(checked.path).read_bytes(), checked.path) == checked


@pytest.mark.parametrize("before", sorted(FIXTURES.glob("TFM[1-5]*/before.py")), ids=lambda path: path.parent.name)
def test_fix_text_writes_what_the_command_writes(
    before: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    data = before.read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    run_command(["check", "--fix", "--isolated", "-"])
    written = capsysbinary.readouterr().out
    assert fix_text(data).text == written
    assert fix_text(data.decode()).text.encode() == written


def test_results_name_places_fixes_and_packages() -> None:
    (session, *_), path = check_text(SCRIPT, "train.py").findings, "train.py"
    assert session[:6] == (path, None, 3, 6, 3, 16)
    assert (session.code, session.name, session.fix) == ("TFM201", "session", "safe")
    fixed = fix_text("import tensorflow as tf\nx = tf.layers.dense(tf.placeholder('float', [1, 1]), 1)\n")
    assert fixed.requires == ("tf_keras==2.21.*",)
    assert fixed.left.findings == ()
    assert fixed.left.on_compat_v1 == 2


def test_settings_are_those_of_a_configuration_file() -> None:
    assert check_text(SCRIPT, settings={"ignore": ["TFM2"]}).findings == ()
    assert fix_text(SCRIPT, settings={"graph-mode": "never"}).text != FIXED
    assert check_text(SCRIPT, "tests/a.py", {"per-file-ignores": {"tests/*": ["ALL"]}}).findings == ()
    with pytest.raises(ConfigError, match="settings: unknown setting `ignored`; did you mean `ignore`"):
        check_text(SCRIPT, settings={"ignored": []})


def test_settings_given_keep_configuration_files_unread(tmp_path: Path) -> None:
    (tmp_path / "tfgpu-migrate.toml").write_text('ignore = ["ALL"]')
    (tmp_path / "train.py").write_text(SCRIPT)
    assert [len(file.findings) for file in check_paths([tmp_path])] == [0]
    assert [len(file.findings) for file in check_paths([tmp_path], {})] == [2]


def test_a_text_is_read_in_the_encoding_that_it_declares() -> None:
    text = f"# -*- coding: latin-1 -*-\n# à\n{SCRIPT}"
    assert fix_text(text).text == f"# -*- coding: latin-1 -*-\n# à\n{FIXED}"
    assert fix_text(text.encode("latin-1")).text == fix_text(text).text.encode("latin-1")
    assert fix_text(f"\ufeff{SCRIPT}").text == f"\ufeff{FIXED}"


@pytest.mark.parametrize("line", ["# coding: latin-1 試", "# coding: nonsense", "# \udc80"])
def test_a_text_that_its_encoding_cannot_hold_is_one_finding(line: str) -> None:
    unreadable = f"{line}\n{SCRIPT}"
    assert [one.code for one in check_text(unreadable).findings] == ["TFM900"]
    assert fix_text(unreadable).text == unreadable


def test_a_path_that_is_missing_is_a_finding(tmp_path: Path) -> None:
    (checked,) = check_paths([tmp_path / "missing.py"])
    assert [one.code for one in checked.findings] == ["TFM902"]


def test_any_process_can_do_it_and_send_the_result() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        (fixed,) = pool.map(fix_text, [SCRIPT])
    assert fixed == fix_text(SCRIPT)
    assert pickle.loads(pickle.dumps(check_text(SCRIPT))) == check_text(SCRIPT)


def test_importing_the_package_loads_nothing_of_it() -> None:
    program = "import sys, tfgpu_migrate; print(sorted(name for name in sys.modules if 'tfgpu_migrate.' in name))"
    out = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert out == "[]\n"
    with pytest.raises(AttributeError, match="no attribute 'check_file'"):
        tfgpu_migrate.check_file  # noqa: B018


def test_the_examples_of_the_documentation_say_what_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FIXTURES.parent)
    failed, tried = doctest.testfile(str(FIXTURES.parent / "docs" / "library.md"), module_relative=False)
    assert failed == 0
    assert tried > 8

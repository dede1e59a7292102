"""`tfgpu-migrate server`, asked by an editor process: what it shows is what `check_text` finds in the text as it is."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lsp_client import PULLS, RESOLVES, WATCHES, Json, Open, edited, edits_of
from tests.readme import ROOT
from tfgpu_migrate import check_text, fix_text
from tfgpu_migrate.report.explain import as_text
from tfgpu_migrate.rules import load

SCRIPT = (
    "import tensorflow as tf\n"
    "\n"
    "config = tf.ConfigProto()\n"
    "config.gpu_options.allow_growth = True\n"
    "with tf.Session(config=config) as sess:\n"
    "    print(sess.run(tf.constant(1)))\n"
)
SESSION = {"line": 4, "character": 8}


def codes(diagnostics: list[Json]) -> list[str]:
    return [one["code"] for one in diagnostics]


def found(text: str, path: str = "train.py") -> list[str]:
    return [one.code for one in check_text(text, path).findings]


def test_open_edit_fix_close(start: Open, tmp_path: Path) -> None:
    editor, uri = start(RESOLVES), (tmp_path / "train.py").as_uri()
    editor.open(uri, SCRIPT)
    shown = editor.shown(uri, 1)
    assert codes(shown) == found(SCRIPT) == ["TFM300", "TFM301", "TFM201", "TFM202"]
    assert shown[2]["range"] == {"start": {"line": 4, "character": 5}, "end": {"line": 4, "character": 15}}
    assert {one["source"] for one in shown} == {"tfgpu-migrate"}

    editor.change(uri, 2, {"range": {"start": SESSION, "end": SESSION}, "text": "x"})
    assert codes(editor.shown(uri, 2)) == found(SCRIPT.replace("tf.Session", "tf.xSession"))
    end = {"line": 4, "character": 9}
    editor.change(uri, 3, {"range": {"start": SESSION, "end": end}, "text": ""})
    assert editor.shown(uri, 3) == shown

    first, *_ = editor.actions(uri, SESSION, only=["quickfix"])
    assert first["title"].startswith("TFM201")
    assert first["isPreferred"]
    text = edited(SCRIPT, edits_of(first)[uri])
    assert "with tf.compat.v1.Session(config=config)" in text
    editor.change(uri, 4, {"text": text})
    assert codes(editor.shown(uri, 4)) == found(text)

    (fix_all,) = editor.actions(uri, SESSION, only=["source.fixAll"])
    assert fix_all["kind"] == "source.fixAll.tfgpu-migrate"
    assert "edit" not in fix_all
    resolved = editor.request("codeAction/resolve", fix_all)
    assert resolved["edit"]["documentChanges"][0]["textDocument"] == {"uri": uri, "version": 4}
    text = edited(text, edits_of(resolved)[uri])
    assert text == fix_text(SCRIPT).text
    editor.change(uri, 5, {"text": text})
    assert editor.shown(uri, 5) == []
    assert editor.actions(uri, SESSION, only=["source.fixAll"]) == []

    editor.change(uri, 6, {"text": SCRIPT})
    editor.close(uri)
    assert editor.stop() == 0
    assert editor.published[-1] == {"uri": uri, "diagnostics": [], "version": 6}
    assert (editor.errors, editor.messages) == (b"", [])


def test_a_client_that_cannot_ask_again_gets_the_edits_at_once(start: Open, tmp_path: Path) -> None:
    editor, uri = start(), (tmp_path / "train.py").as_uri()
    editor.open(uri, SCRIPT)
    *quick, fix_all = editor.actions(uri, SESSION)
    assert edited(SCRIPT, fix_all["edit"]["changes"][uri]) == fix_text(SCRIPT).text
    assert {one["kind"] for one in quick} == {"quickfix"}
    assert [one["title"] for one in editor.actions(uri, SESSION, only=["source.organizeImports"])] == []


def test_a_finding_is_silenced_on_its_line(start: Open, tmp_path: Path) -> None:
    editor, uri = start(), (tmp_path / "train.py").as_uri()
    editor.open(uri, SCRIPT)
    text = SCRIPT
    for version, code in enumerate(("TFM201", "TFM202"), 2):
        (silence,) = [one for one in editor.actions(uri, SESSION) if one["title"] == f"Disable {code} for this line"]
        text = edited(text, edits_of(silence)[uri])
        editor.change(uri, version, {"text": text})
    assert text.splitlines()[4] == "with tf.Session(config=config) as sess:  # noqa: TFM201, TFM202"
    assert codes(editor.shown(uri, 3)) == found(text)
    assert "TFM201" not in found(text)


def test_an_unsafe_fix_is_called_so_and_is_not_made_on_save(start: Open, tmp_path: Path) -> None:
    text = (ROOT / "fixtures" / "TFM102_renamed_name" / "before.py").read_text(encoding="utf-8")
    (tmp_path / "tfgpu-migrate.toml").write_text('extend-unsafe-fixes = ["TFM"]', encoding="utf-8")
    editor, uri = start(), (tmp_path / "train.py").as_uri()
    editor.open(uri, text)
    (first, *_) = editor.shown(uri, 1)
    fixes = [one for one in editor.actions(uri, **first["range"]) if not one["title"].startswith("Disable")]
    assert fixes
    assert all("unsafe" in one["title"] and not one["isPreferred"] for one in fixes)


def test_hover_shows_the_page_of_the_rule(start: Open, tmp_path: Path) -> None:
    editor, uri = start(), (tmp_path / "train.py").as_uri()
    editor.open(uri, SCRIPT + "# noqa: TFM301\n")
    for line, character, code in ((4, 10, "TFM201"), (6, 10, "TFM301")):
        assert as_text([load()[code]]) in str(editor.hover(uri, line, character))
    assert editor.hover(uri, 1, 0) is None


def test_settings_are_those_of_the_nearest_file_and_are_read_again(start: Open, tmp_path: Path) -> None:
    editor, uri = start(WATCHES), (tmp_path / "deep" / "train.py").as_uri()
    editor.open(uri, SCRIPT)
    assert "TFM201" in codes(editor.shown(uri, 1))
    (registration,) = editor.asked[0]["params"]["registrations"]
    assert [one["globPattern"] for one in registration["registerOptions"]["watchers"]] == [
        "**/pyproject.toml",
        "**/tfgpu-migrate.toml",
    ]
    settings = tmp_path / "pyproject.toml"

    def changed(text: str) -> list[Json]:
        settings.write_text(text, encoding="utf-8")
        seen = len(editor.published)
        event = {"uri": settings.as_uri(), "type": 2}
        editor.tell("workspace/didChangeWatchedFiles", {"changes": [event]})
        editor.hover(uri, 1, 0)  # answered after what came before it
        assert [one["version"] for one in editor.published[seen:]] == [1]
        return editor.diagnostics[uri]

    assert codes(changed('[tool.tfgpu-migrate]\nignore = ["TFM2"]\n')) == ["TFM300", "TFM301"]
    (problem,) = changed("[tool.tfgpu-migrate]\nignored = []\n")
    assert "unknown setting `ignored`; did you mean `ignore`?" in problem["message"]
    assert problem["severity"] == 1
    assert len(editor.messages) == 1
    assert changed('[tool.tfgpu-migrate]\nexclude = ["deep"]\n') == []
    assert editor.actions(uri, SESSION) == []
    settings.write_text("[tool.tfgpu-migrate]\n", encoding="utf-8")
    editor.open(settings.as_uri(), "", "toml")
    editor.save(settings.as_uri())  # of an editor that watches no files
    editor.hover(uri, 1, 0)
    assert codes(editor.diagnostics[uri]) == found(SCRIPT)


def test_a_client_that_asks_for_diagnostics_is_sent_none(start: Open, tmp_path: Path) -> None:
    editor, uri = start(PULLS), (tmp_path / "train.py").as_uri()
    editor.open(uri, SCRIPT)
    assert codes(editor.pulled(uri)) == found(SCRIPT)
    editor.change(uri, 2, {"text": "import tensorflow as tf\n"})
    assert editor.pulled(uri) == []
    assert editor.pulled("file:///elsewhere.py") == []
    assert editor.published == []


def test_what_a_client_may_not_say_does_not_end_the_server(start: Open, tmp_path: Path) -> None:
    editor, uri = start(), (tmp_path / "train.py").as_uri()
    editor.open(uri, SCRIPT)
    far = {"line": 900, "character": 900}
    editor.change("file:///not-open.py", 2, {"text": ""})
    editor.close("file:///not-open.py")
    editor.tell("textDocument/didChange", {"nonsense": True})
    editor.change(uri, 2, {"range": {"start": far, "end": far}, "text": "tf.log(1)\n"})
    assert codes(editor.shown(uri, 2)) == found(SCRIPT + "tf.log(1)\n")
    assert editor.hover(uri, 900, 900) is None
    with pytest.raises(AssertionError, match="Method Not Found"):
        editor.request("textDocument/nothing", {})
    assert editor.stop() == 0


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (b"content-length: %d\r\n\r\n%s", ""),
        (b"CONTENT-LENGTH:%d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n%s", ""),
        (b"Content-Type: application/json\nContent-Length : %d\n\n%s", ""),
        (b"Content-Length: 99999999999999999999\r\n\r\n%s%s", "Content-Length is '99999999999999999999'"),
        (b"Content-Length: 1000000000000\r\nContent-Type: x\r\n\r\n%s%s", "Content-Length is '1000000000000'"),
        (b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n%s%s", "not a number up to 268435456"),
        (b"Content-Length: -1\r\n\r\n%s%s", "Content-Length is '-1'"),
        (b"content-length: many\r\n\r\n%s%s", "Content-Length is 'many'"),
        (b"Content-Type: x\r\n\r\n%s%s", "it has no Content-Length"),
        (b"\r\n\r\n%s%s", "it has no Content-Length"),
        (b"Content-Length: 2\r\n\r\n[]Content-Length: 1\r\n\r\n{%.0s%s", ""),
    ],
)
def test_headers_of_any_kind_do_not_end_the_server(start: Open, tmp_path: Path, sent: bytes, told: str) -> None:
    editor, uri = start(), (tmp_path / "train.py").as_uri()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": SCRIPT}
    message = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}
    body = json.dumps(message).encode()
    framed = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    assert editor.process.stdin is not None
    # Where the headers are at fault the message is lost, and the same one with good headers is not.
    editor.process.stdin.write(sent % ((len(body), body) if sent.count(b"%d") else (body, framed)))
    editor.process.stdin.flush()
    assert codes(editor.shown(uri, 1)) == found(SCRIPT)
    if told:
        (problem,) = editor.messages
        assert told in problem
    assert editor.stop() == 0
    assert b"Traceback" not in editor.errors


def test_keys_that_come_together_cost_one_check(start: Open, tmp_path: Path) -> None:
    editor, uri = start(), (tmp_path / "train.py").as_uri()
    editor.open(uri, SCRIPT)
    editor.shown(uri, 1)
    keys = range(2, 42)
    body = [
        json.dumps(
            {
                "jsonrpc": "2.0",
                "method": "textDocument/didChange",
                "params": {
                    "textDocument": {"uri": uri, "version": key},
                    "contentChanges": [{"text": f"{SCRIPT}#{'x' * key}"}],
                },
            }
        ).encode()
        for key in keys
    ]
    assert editor.process.stdin is not None
    editor.process.stdin.write(b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(one), one) for one in body))
    editor.process.stdin.flush()
    assert codes(editor.shown(uri, keys[-1])) == found(SCRIPT)
    assert len(editor.published) < len(keys) / 2


def test_a_bug_in_a_rule_is_shown_and_does_not_end_the_server(start: Open, tmp_path: Path) -> None:
    patch = "import tfgpu_migrate.check as check\ndef bug(*_): raise KeyError('a bug')\ncheck.Suppressions = bug\n"
    editor, uri = start(patch=patch), (tmp_path / "train.py").as_uri()
    editor.open(uri, SCRIPT)
    (shown,) = editor.shown(uri, 1)
    assert "internal error: KeyError: 'a bug'" in shown["message"]
    assert len(editor.messages) == 1
    assert editor.stop() == 0


def test_the_server_ends_with_the_editor(start: Open) -> None:
    editor = start()
    assert editor.process.stdin is not None
    editor.process.stdin.close()
    assert editor.process.wait(60) == 1  # nobody said goodbye


def test_without_pygls_the_command_says_what_to_install() -> None:
    code = "import sys; sys.modules['pygls'] = None\nfrom tfgpu_migrate.cli import main\nmain(['server'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert done.stderr == "error: `tfgpu-migrate server` needs pygls 2; type `pip install 'pygls>=2,<3'`\n"
    assert done.stdout == ""


def test_check_loads_nothing_of_the_server(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SCRIPT, encoding="utf-8")
    code = (
        "import sys\nfrom tfgpu_migrate.commands import run_command\nrun_command(['check', '--isolated', 'a.py'])\n"
        "print([name for name in sys.modules if name.startswith(('tfgpu_migrate.server', 'pygls', 'lsprotocol'))])"
    )
    environment = {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_the_benchmark_runs(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(SCRIPT, encoding="utf-8")
    program = ROOT / "benchmarks" / "server.py"
    command = [sys.executable, str(program), str(tmp_path), "--budget", "1e9"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "| all: 1 |" in done.stdout

"""The page of `verify`: its data, and what it shows in a real browser, of runs that are told and of a real one."""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.browser import MODES, Browser, shoot, tabbed
from tests.pretend_gpus import tensorflow_python
from tests.test_verify_command import verify
from tests.test_verify_fix import PYTHON, TF1, side_of
from tests.test_verify_fix import options as options_of
from tfgpu_migrate.commands import run_command
from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.verify import against, interpreter, listings, page, verifying
from tfgpu_migrate.verify.child.effective import Card, DeviceConfig, GraphConfig, Start
from tfgpu_migrate.verify.child.frames import Place
from tfgpu_migrate.verify.child.rows import COLOCATED, HOST_ONLY, NO_KERNEL, NO_SUCH_GPU, REFUSED
from tfgpu_migrate.verify.codes import COMPARED, FAILING
from tfgpu_migrate.verify.compare import Side
from tfgpu_migrate.verify.findings import Said, findings
from tfgpu_migrate.verify.interpreter import Interpreter
from tfgpu_migrate.verify.launch import Ended
from tfgpu_migrate.verify.options import VerifyOptions
from tfgpu_migrate.verify.result import Op, Result
from tfgpu_migrate.verify.speed import Speed, Timed, Times
from tfgpu_migrate.verify.why import why

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
SCRIPT = f"""import tensorflow as tf
import helper
with tf.device("/gpu:0"):
    step = tf.Variable(0)  # {HOSTILE}
    y = tf.matmul([[1.0]], [[2.0]])
z = helper.cut(y)
"""
HELPER = "import tensorflow as tf\n\n\ndef cut(y):\n    return y[:1] + 1\n"
START = Start(
    "session",
    DeviceConfig((Card(0, (4096,)), Card(1)), growth=True, cpus=1),
    GraphConfig(True, False, 0, 4, "on", {"graph_options.<b>": HOSTILE}),
)


def op(
    file: Path | None, line: int = 1, name: str = "MatMul", device: str = "GPU:0", cause: str = "", **rest: object
) -> Op:
    place = None if file is None else Place(str(file.absolute()), line)
    fields = {
        "dtype": "float32",
        "asked": "",
        "memory": "device" if device else "",
        "count": 1,
        "how": "predicted",
        **rest,
    }
    return Op(kind="eager", op=name, place=place, device=device, cause=cause, **fields)  # type: ignore[arg-type]


def result_of(script: Path, *ops: Op, gpus: int = 2, code: int = 0, **rest: object) -> Result:
    ended = Ended(code, None, False, 1.5)
    return Result(str(script), PYTHON, ended, gpus, gpus, True, "placer", "", ops=ops, **rest)  # type: ignore[arg-type]


def rendered(folder: Path, result: Result, said: Sequence[Said] = (), **options: object) -> Path:
    """The page of a result, in the folder."""
    given = replace(options_of(Path(result.script)), fix=False, **options)  # type: ignore[arg-type]
    failing = COMPARED if given.against else FAILING
    text = page.render(result, findings(result, said), failing, listings.read(result), given)
    (folder / "page.html").write_text(text, encoding="utf-8")
    return folder / "page.html"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    """A run on two pretended GPUs, of a script in two files, that has all that a page shows."""
    monkeypatch.chdir(tmp_path)
    script, helper, odd = Path("script.py"), Path("helper.py"), Path("<svg onload=alert(3)>.py")
    script.write_text(SCRIPT)
    helper.write_text(HELPER)
    odd.write_bytes(b"\x00\xff\xfe binary")
    return result_of(
        script,
        op(script, 4, "VarHandleOp", "CPU:0", NO_KERNEL, asked="GPU:0", dtype="int32", memory="host"),
        op(script, 5, asked="GPU:0"),
        op(script, 5, "_EagerConst", "CPU:0", count=2),
        op(helper, 5, "StridedSlice", "GPU:0", memory="host", dtype="int32"),
        op(helper, 5, "AddV2", "CPU:0", copies=3, count=50),
        op(odd, 1, "Sum", "", REFUSED, asked="GPU:7", culprit=HOSTILE),
        op(Path("gone.py"), 3, "Mean", how="observed"),
        op(None, 0, "NoOp"),
        uncaught=f"ValueError: {HOSTILE}",
        code=1,
        starts=(START, START),
        notes=(f"a note of {HOSTILE}",),
    )


@pytest.mark.parametrize(
    ("ops", "mark"),
    [
        ([("MatMul", "GPU:0", "device")], "gpu"),
        ([("MatMul", "GPU:0", "device"), ("Const", "CPU:0", "host")], "gpu"),
        ([("Const", "CPU:0", "host")], "cpu"),
        ([("MatMul", "GPU:0", "device"), ("Unique", "CPU:0", "host")], "both"),
        ([("Add", "GPU:0", "host")], "host"),
        ([("MatMul", "GPU:0", "device"), ("Sum", "", "")], "refused"),
    ],
)
def test_the_mark_of_a_line(ops: Sequence[tuple[str, str, str]], mark: str) -> None:
    script = Path("script.py")
    assert listings.mark_of([op(script, 1, name, device, memory=memory) for name, device, memory in ops]) == mark


def test_a_line_that_computes_nothing_has_no_mark() -> None:
    script = Path("script.py")
    ops = [
        op(script, 1, "NoOp", "CPU:0"),
        op(script, 2, "NoOp", "GPU:0"),
        op(script, 2),
        op(script, 3, "NoOp", "", REFUSED),
        op(script, 4, "Const", "CPU:0"),
    ]
    marked = {line: mark for line, (mark, _) in listings.marks(ops, str(script.absolute())).items()}
    assert marked == {2: "gpu", 3: "refused", 4: "cpu"}


@pytest.mark.parametrize(
    "typed",
    [
        "train.py",
        "train.py --epochs 1 'two words'",
        "--gpus 0 train.py",
        "--python ../bin/python --gpus 2 --gpu-memory-mb 8000 --timeout 30 --no-network --scratch --expect-gpu a.py:3 "
        "--expect-gpu b.py --fail-on TFM6 --against 'old one.py' --tf1-python p37 train.py -- x",
        "--gpus 1 --fix --unsafe-fixes train.py",
        "--compare-cpu train.py",
    ],
)
def test_the_command_of_a_page_says_what_was_typed(typed: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[VerifyOptions] = []

    def run_verify(options: VerifyOptions) -> int:
        seen.append(options)
        return 0

    monkeypatch.setattr(verifying, "run_verify", run_verify)
    unprinted = ["--html", str(tmp_path / "page.html"), "--output-format", "json", "--quiet", "--color", "never"]
    run_command(["verify", *unprinted, *shlex.split(typed)])
    assert seen[0].command == f"tfgpu-migrate verify {typed}"
    run_command(shlex.split(seen[0].command)[1:])
    assert replace(seen[1], html=seen[0].html, output_format="json", quiet=True, color="never") == seen[0]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"asked": "GPU:0"}, "Asked for GPU:0; there is a GPU kernel for it."),
        ({}, "No device was asked for; there is a GPU kernel for it."),
        (
            {"memory": "host", "dtype": "int32"},
            "No device was asked for; TensorFlow keeps int32 of a GPU in host memory.",
        ),
        ({"device": "CPU:0", "asked": "CPU:0"}, "Asked for CPU:0."),
        ({"device": "CPU:0"}, "No device was asked for; TensorFlow put it here."),
        (
            {"device": "CPU:0", "asked": "GPU:0", "cause": NO_KERNEL, "dtype": "int32"},
            "Asked for GPU:0 and would be on CPU:0: there is no GPU kernel of it for int32.",
        ),
        (
            {"device": "CPU:0", "asked": "GPU:0", "cause": HOST_ONLY, "how": "observed"},
            "Asked for GPU:0 and is on CPU:0: TensorFlow has no GPU kernel of it for any type.",
        ),
        (
            {"device": "CPU:0", "asked": "GPU:0", "cause": COLOCATED, "culprit": "`step`"},
            "Asked for GPU:0 and would be on CPU:0: it shares the device of `step`.",
        ),
        ({"asked": "GPU:7", "cause": NO_SUCH_GPU}, "Asked for GPU:7 and would be on GPU:0: that GPU is not there."),
        (
            {"device": "", "asked": "GPU:0", "cause": REFUSED, "culprit": "no"},
            "Asked for GPU:0; soft placement is off, so TensorFlow raises: no.",
        ),
    ],
)
def test_why_an_op_is_where_it_is(given: dict[str, str], said: str) -> None:
    assert why(op(None, **given), 1) == said  # type: ignore[arg-type]


def test_without_gpus_the_reason_is_that_there_are_none() -> None:
    assert why(op(None, device="CPU:0"), 0) == "There is no GPU."


def test_ops_that_look_alike_are_one_row(run: Result) -> None:
    script = Path(run.script)
    ops = [op(script, 5, name=name, count=2, copies=1, graph=graph) for graph in "ab" for name in ("Sum", "Add")]
    assert [(each.op, each.count, each.copies) for each in page.merged(ops)] == [("Add", 4, 4), ("Sum", 4, 4)]


def test_each_file_of_the_user_is_read_once_the_script_first(run: Result) -> None:
    listed = listings.read(run)
    assert [each.shown for each in listed] == ["script.py", "<svg onload=alert(3)>.py", "gone.py", "helper.py"]
    assert [bool(each.lines) for each in listed] == [True, False, False, True]
    assert listed[2].why_not == "The file cannot be read: No such file or directory (os error 2)."
    assert listed[1].why_not.startswith("The file cannot be shown: ")
    assert len(listed[0].lines) == SCRIPT.count("\n")


def test_of_a_very_long_file_what_is_near_a_mark_is_shown(tmp_path: Path) -> None:
    listing = listings.Listing("a.py", ["x"] * 20_000)
    shown = listings.rows(listing, {10_000: ("gpu", False)})
    assert len(shown) < 60
    assert [row.text for row in shown if not row.number] == ["9975 lines without ops", "9988 lines without ops"]
    assert [row.number for row in shown if row.mark] == [10_000]
    short = listings.rows(listings.Listing("a.py", ["x"] * 5), {2: ("cpu", True), 99: ("gpu", False)})
    assert [(row.number, row.mark, row.fell) for row in short][:2] == [(1, "", False), (2, "cpu", True)]


def test_a_page_escapes_all_that_is_not_its_own(run: Result, tmp_path: Path) -> None:
    text = rendered(tmp_path, run).read_text("utf-8")
    assert HOSTILE not in text
    assert text.count("<script") == text.count("</script>") == 2


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ({"html": "script.py"}, "the report would replace script.py"),
        ({"html": "no/such/page.html"}, "cannot write no/such/page.html"),
        ({"html": "."}, r"cannot write \."),
        ({"html": "same", "output_file": "same"}, "one and the same file"),
    ],
)
def test_a_page_that_cannot_be_written_is_refused_before_the_run(
    flags: dict[str, str], said: str, run: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "run_script", lambda *_, **__: pytest.fail("it ran"))
    options = replace(options_of(Path(run.script)), fix=False, **flags)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match=said):
        verifying.run_verify(options)


def test_of_a_fix_that_does_not_hold_the_fixed_text_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    script = Path("script.py")
    script.write_bytes(TF1)
    printed = iter(("before", "after", "before"))

    def side(given: VerifyOptions, python: Interpreter, output: Path, *_: object, **__: object) -> Side:
        return side_of(given, python, output, next(printed))

    monkeypatch.setattr(against, "_side", side)
    monkeypatch.setattr(interpreter, "find", lambda _: PYTHON)
    monkeypatch.setattr(interpreter, "check_gpu_build", lambda *_: None)
    assert verifying.run_verify(replace(options_of(script), html="page.html")) == 1
    assert script.read_bytes() == TF1
    text = Path("page.html").read_text("utf-8")
    assert "print(tf.math.log(1.0))" in text
    assert "script.py was restored: the fix does not hold: line" in text


@pytest.mark.browser
@pytest.mark.parametrize("mode", MODES)
def test_the_page_is_seen_and_asks_for_nothing(mode: str, browser: Browser, run: Result, tmp_path: Path) -> None:
    with browser.opened(rendered(tmp_path, run), mode) as shown:
        assert shown.locator("h1").inner_text() == "script.py"
        assert shown.locator(".listing button.mark").count() == 3
        for mark in shown.locator(".file:visible button.mark").all():
            mark.click()
        assert shown.locator(".reason").count() == 2
        for rule in shown.locator(".rule summary").all():
            rule.click()
        assert shown.evaluate("document.documentElement.scrollWidth") <= MODES[mode][0]
        shoot(shown, tmp_path / f"verify-{mode}.png")


@pytest.mark.browser
def test_a_mark_says_why_and_a_tab_shows_another_file(browser: Browser, run: Result, tmp_path: Path) -> None:
    with browser.opened(rendered(tmp_path, run)) as shown:
        mark = shown.locator("#f0-4 button.mark")
        assert mark.text_content() == "CPU !"
        assert "no GPU kernel" in (mark.get_attribute("title") or "")
        mark.focus()
        shown.keyboard.press("Enter")
        assert mark.get_attribute("aria-expanded") == "true"
        assert "there is no GPU kernel of it for int32" in shown.locator("#why-0-4").inner_text()
        shown.keyboard.press("Enter")
        assert shown.locator("#why-0-4").count() == 0
        assert shown.locator("#file-3").is_hidden()
        shown.locator("#tab-0").focus()
        shown.keyboard.press("End")
        assert shown.locator("#tab-3").get_attribute("aria-selected") == "true"
        assert shown.locator("#file-3").is_visible()
        assert shown.locator("#f3-5 button.mark").text_content() == "GPU+CPU"
        shown.keyboard.press("ArrowLeft")
        assert "No such file or directory" in shown.locator("#file-2").inner_text()


@pytest.mark.browser
def test_every_control_is_reached_by_tab_and_shows_it(browser: Browser, run: Result, tmp_path: Path) -> None:
    with browser.opened(rendered(tmp_path, run)) as shown:
        seen = tabbed(shown)
        assert sum(each == "mark" for each in seen) == 2  # those of the file that is shown
        assert [each for each in seen if each.startswith("tab-")] == ["tab-0"]
        assert sum(each == "sort" for each in seen) == 10
        assert {"search", "fell", "to-line mono"} <= set(seen)


@pytest.mark.browser
def test_the_table_is_sorted_and_searched(browser: Browser, run: Result, tmp_path: Path) -> None:
    with browser.opened(rendered(tmp_path, run)) as shown:
        rows = shown.locator("#op-table tbody tr")
        assert rows.count() == 8
        shown.locator("[data-key=count]").click()
        assert "AddV2" in rows.first.inner_text()
        assert shown.locator("[aria-sort=descending]").inner_text().startswith("Times")
        shown.locator("[data-key=count]").click()
        assert "AddV2" in rows.last.inner_text()
        shown.locator("#fell").click()
        assert rows.count() == 2
        shown.locator("#fell").click()
        shown.locator("#search").fill("helper int32")
        assert rows.count() == 1
        assert shown.locator("#hits").inner_text() == "1 of 8"
        shown.locator("#search").fill("observed")
        assert rows.count() == 1


@pytest.mark.browser
def test_a_finding_leads_to_its_line_in_whichever_file(browser: Browser, run: Result, tmp_path: Path) -> None:
    said = [Said(Place(str(Path("helper.py").absolute()), 5), "TFM610", "expected to run on a GPU")]
    with browser.opened(rendered(tmp_path, run, said)) as shown:
        shown.locator(".findings a", has_text="helper.py:5").first.click()
        shown.locator("#f3-5").wait_for(state="visible", timeout=5_000)


@pytest.mark.browser
def test_what_was_compared_is_told_and_what_was_given_to_the_runtime(
    browser: Browser, run: Result, tmp_path: Path
) -> None:
    ended = Ended(0, None, False, 3.0)
    speed = Speed(Timed(ended, None, Times(10.0, 2.0)), Timed(ended, None, Times(35.0, 2.0)))
    said = [Said(None, "TFM622", f"line 1 of the output: `{HOSTILE}` became `b`")]
    result = replace(run, speed=speed, peaks={"GPU:0": 512})
    with browser.opened(rendered(tmp_path, result, said, against="old.py")) as shown:
        compared = shown.locator("section[aria-labelledby=compared]").inner_text()
        assert "Compared with old.py" in compared
        assert compared.count("✓ no difference") == 3
        assert "✕ differs" in compared
        assert "3.5 times as long without GPUs" in shown.locator("section[aria-labelledby=speed]").inner_text()
        given = shown.locator("section[aria-labelledby=configuration]").inner_text()
        assert "Given to a session, 2 times" in given
        assert "card 0, at most 4096 MiB, card 1" in given
        assert "512" in shown.locator("section[aria-labelledby=summary]").inner_text()


@pytest.mark.browser
@pytest.mark.parametrize("gpus", [0, 1])
def test_a_run_without_ops_is_a_page(gpus: int, browser: Browser, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("print(1)\n")
    bare = replace(result_of(script, gpus=gpus), has_trace=False, notes=("the script imported no TensorFlow",))
    with browser.opened(rendered(tmp_path, bare, against="old.py")) as shown:
        assert shown.get_by_text("• not compared").count() == 2
        assert "There is no record of its ops." in shown.locator("main").inner_text()
        assert "There are none." in shown.locator("section[aria-labelledby=ops]").inner_text()
        assert shown.locator(".listing .row").count() == 1


@pytest.mark.browser
def test_ten_thousand_ops_stay_fluid(browser: Browser, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("x = 1\n" * 3_000)
    names = [f"Op{number}" for number in range(4)]
    ops = [op(script, line, name, "CPU:0" if line % 3 else "GPU:0") for line in range(1, 2_501) for name in names]
    with browser.opened(rendered(tmp_path, result_of(script, *ops))) as shown:
        assert shown.locator("#op-table tbody tr").count() == 100
        shown.locator(".more").click()
        assert shown.locator("#op-table tbody tr").count() == 200
        took = shown.evaluate(
            "() => { const start = performance.now(); const search = document.getElementById('search');"
            " search.value = 'op3 gpu'; search.dispatchEvent(new Event('input')); return performance.now() - start }"
        )
        assert shown.locator("#hits").inner_text() == "833 of 10,000"
        assert took < 500


# Two files, an op that falls to the CPU, and an error at the end.
FAILING_RUN = """import tensorflow as tf
import helper
with tf.device("/gpu:0"):
    step = tf.Variable(0)
    y = tf.matmul([[1.0]], [[2.0]])
helper.cut(y)
raise ValueError("</script>")
"""


@pytest.mark.browser
def test_a_message_of_several_lines_is_shown_in_lines(browser: Browser, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    failed = result_of(script, op(script, 5), uncaught="ValueError: first\n\tsecond \x1b[31m\n", code=1)
    with browser.opened(rendered(tmp_path, failed)) as shown:
        assert shown.locator(".uncaught code").inner_text() == "ValueError: first\n\tsecond ␛[31m"


@pytest.mark.browser
@pytest.mark.tensorflow
def test_a_whole_run_that_fails(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(FAILING_RUN)
    (tmp_path / "helper.py").write_text(HELPER)
    done = verify("--gpus", "1", "--html", "page.html", "script.py", cwd=tmp_path, python=tensorflow_python())
    assert done.returncode == 1
    assert "TFM611" in done.stdout
    with browser.opened(tmp_path / "page.html") as shown:
        assert "ValueError: </script>" in shown.locator(".uncaught").inner_text()
        assert shown.locator("#f0-4 button.mark").text_content() == "CPU !"
        assert shown.locator("#f0-5 button.mark").text_content() == "GPU"
        assert shown.locator("#tabs .chip").all_inner_texts() == ["script.py", "helper.py"]

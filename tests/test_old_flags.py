"""What TFM114 writes runs, and what it leaves is told."""

import pytest

from tests.pretend_gpus import PretendGpus
from tfgpu_migrate.check import check_bytes, fix_bytes
from tfgpu_migrate.settings import Settings

HEAD = "import sys\nimport tensorflow as tf\nFLAGS = tf.app.flags.FLAGS\ntf.app.flags.DEFINE_integer('n', 3, '')\n"
PARSE = "FLAGS._parse_flags()\n"


def fixed(text: str) -> str:
    report = fix_bytes("x.py", f"{HEAD}{text}".encode(), Settings(select=("TFM114",)))
    assert report.internal_error is None
    return (report.after or report.before).decode().removeprefix(HEAD)


def found(text: str) -> list[str]:
    report = check_bytes("x.py", f"{HEAD}{text}".encode(), Settings(select=("TFM114",)))
    return [f"{HEAD}{text}"[one.start : one.end] for one in report.diagnostics]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (f"if 1:\n    {PARSE}", "if 1:\n    FLAGS(sys.argv, known_only=True)\n"),
        ("FLAGS._parse_flags(\n)\n", "FLAGS(sys.argv, known_only=True)\n"),
        ("FLAGS._parse_flags(  # all\n)\n", "FLAGS._parse_flags(  # all\n)\n"),
        (f"{PARSE}print('n' in FLAGS.__flags)\n", None),
        (f"{PARSE}print([x for x in FLAGS.__flags])\n", None),
        (f"{PARSE}print(FLAGS.__flags['n'])\n", None),
    ],
)
def test_fixes(text: str, after: str | None) -> None:
    expected = text.replace("_parse_flags()", "(sys.argv, known_only=True)").replace("FLAGS.(", "FLAGS(")
    assert fixed(text) == (after or expected.replace("__flags", "flag_values_dict()"))


@pytest.mark.parametrize(
    "text",
    [
        "FLAGS._parse_flags(x)\n",
        f"rest = {PARSE}",
        f"{PARSE}FLAGS.__flags['n'] = 4\n",
        f"{PARSE}mine = FLAGS.__flags\n",
        f"{PARSE}print(FLAGS.__flags.items)\n",
        f"sys = 3\n{PARSE}",
    ],
)
def test_what_is_told_only(text: str) -> None:
    assert fixed(text) == text
    assert len(found(text)) == text.count("__flags") + text.count("_parse_flags")


def test_objects_of_absl_are_what_they_were() -> None:
    assert found("print(FLAGS.__flags.keys(), FLAGS.__dict__)\n") == []


@pytest.mark.tensorflow
def test_the_fixed_lines_run(pretend_gpus: PretendGpus) -> None:
    text = f"{HEAD}{PARSE}assert dict(FLAGS.__flags.items())['n'] == FLAGS.n == 3\n"
    report = fix_bytes("x.py", f"sys_argv = ['x', '--unknown=1']\n{text}".encode(), Settings())
    assert report.after is not None
    assert pretend_gpus.run_text(report.after.decode().replace("(sys.argv,", "(sys_argv,"), 0).ok

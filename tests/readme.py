"""The parts of README.md and of pages below docs/ that the tool writes: what it prints, and tables of what it knows.

    python -m tests.readme
    TFGPU_MIGRATE_TF_PYTHON=PYTHON python -m tests.readme      with a Python that has TensorFlow, for all sessions

writes them anew; `tests/test_docs.py` fails where they are out of date.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.field_table import table
from tests.pretend_gpus import has_tensorflow, tensorflow_python
from tests.sessions import Bed, answered, rerun
from tfgpu_migrate.report.explain import in_table
from tfgpu_migrate.rules import load

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
DOCS = ROOT / "docs"
DEVICES = DOCS / "devices.md"
# Pages whose sessions run in a folder of their own; those of the README run in the checkout, and write nothing.
SESSIONS = ("tutorial.md", "guide.md", "devices.md", "faq.md", "scale.md")
_BEGIN, _END = "<!-- {0}: written by python -m tests.readme -->\n\n", "\n<!-- {0}: end -->"
_CONSOLE = re.compile(r"(?<=```console\n).*?(?=```\n)", re.DOTALL)


def rendered(text: str) -> str:
    """The README with its generated parts as they are now."""
    text = _CONSOLE.sub(lambda block: "\n".join(answered(block[0], lambda command, _: output(command))), text)
    return _between("rules", "".join(_rows()), text)


def rendered_page(text: str, bed: Bed) -> str:
    """A page of docs/ with its generated parts as they are now."""
    with tempfile.TemporaryDirectory() as folder:
        return _between("fields", table(), rerun(text, Path(folder) / "project", bed))


def _between(name: str, new: str, text: str) -> str:
    begin, end = _BEGIN.format(name), _END.format(name)
    return re.sub(f"(?<={begin}).*?(?={end})", lambda _: new, text, flags=re.DOTALL)


def output(command: str) -> str:
    """What a `tfgpu-migrate` command prints in a terminal without colours, run in the checkout."""
    program, *arguments = shlex.split(command)
    if program != "tfgpu-migrate" or "--fix" in arguments:
        raise ValueError(f"`{command}` is not run: it is another program, or writes files")
    done = subprocess.run(
        [sys.executable, "-m", "tfgpu_migrate", *arguments],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "FORCE_COLOR"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return re.sub(r" +$", "", done.stdout, flags=re.MULTILINE)


def _rows() -> Iterator[str]:
    yield "| code | name | what it finds | `--fix` |\n|---|---|---|---|\n"
    for rule in load().values():
        yield f"| [{rule.code}](docs/rules/{rule.code}.md) | {rule.name} | {rule.summary} | {in_table(rule)} |\n"


def write() -> None:
    """Bring the pages up to date."""
    README.write_text(rendered(README.read_text(encoding="utf-8")), encoding="utf-8")
    python = tensorflow_python()
    bed = Bed(ROOT, python if has_tensorflow(python) else None)
    for name in SESSIONS:
        page = DOCS / name
        page.write_text(rendered_page(page.read_text(encoding="utf-8"), bed), encoding="utf-8")


if __name__ == "__main__":
    write()

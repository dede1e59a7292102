"""The parts of README.md that the tool writes: what it prints for the example, and the table of rules.

    python -m tests.readme

writes them anew; `tests/test_docs.py` fails where they are out of date.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tfgpu_migrate.rules import load

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
_BEGIN, _END = "<!-- rules: written by python -m tests.readme -->\n\n", "\n<!-- rules: end -->"
_TABLE = re.compile(f"(?<={_BEGIN}).*?(?={_END})", re.DOTALL)
_CONSOLE = re.compile(r"(?<=```console\n).*?(?=```\n)", re.DOTALL)


def rendered(text: str) -> str:
    """The README with its generated parts as they are now."""
    text = _CONSOLE.sub(lambda block: "\n".join(_session(block[0])), text)
    return _TABLE.sub(lambda _: "".join(_rows()), text)


def _session(block: str) -> Iterator[str]:
    """The commands of a block, each followed by what it prints; one empty line between two of them."""
    for line in block.splitlines():
        if line.startswith("$ "):
            yield f"{line}\n{output(line.removeprefix('$ '))}"


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
        fix = rule.fix.value if rule.fix else ""
        yield f"| [{rule.code}](docs/rules/{rule.code}.md) | {rule.name} | {rule.summary} | {fix} |\n"


if __name__ == "__main__":
    README.write_text(rendered(README.read_text(encoding="utf-8")), encoding="utf-8")

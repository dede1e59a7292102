"""Real scripts: what becomes of each under `--unsafe-fixes`, and whether it still prints the same on TensorFlow 2.21.

    python -m tests.native.repositories [--python PYTHON] [--path FOLDER] [--keep FOLDER] [--converted] PATH...

Takes the Python files and notebooks that name a `Session`. Each is fixed safely and unsafely; a notebook is run as a
script that prints what its cells show. The safe result is run twice: a script that it cannot run in time counts for
nothing, and numbers that two runs do not agree on are no evidence. Then:

- `native`: no name of graphs is left, and the same is printed; `partly`: some are left;
- `refused`: the text is that of the safe fixes; the reasons are counted;
- `wrong`: it fails, or prints something else; `unsteady`: so does the safe result with itself;
- `drawn`: other numbers, by ops without a seed that draw in its functions: with the seeds of `tests/native/seeded.py`,
  which are the order in which ops are made, these are not those of the graph;
- `too slow`: it ran out of time, which the safe result had not.

`--path` holds modules that scripts import and the machine lacks. `--keep` gets both texts of what is wrong. Exit code
1: something is wrong.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.native.conversion import graph_names
from tests.native.judge import differences
from tests.native.notebooks import script_of
from tests.pretend_gpus.client import TensorFlowProcess
from tests.readme import ROOT
from tfgpu_migrate import Fixed, fix_text
from tfgpu_migrate.verify.compare import own_lines

_LARGE = 1 << 20  # a file beside the script that is no part of it
_SEEDS = (42, 42)
_DRAWING = re.compile(r"\.nn\.(?:dropout|nce_loss|sampled_softmax_loss)$|\btf\.random\.")


class Ran(NamedTuple):
    """How a script ended, and what it printed."""

    exit: int
    output: tuple[str, ...]
    errors: str


class Verdict(NamedTuple):
    """What became of one script, and why."""

    word: str
    reasons: tuple[str, ...] = ()


class Bed:
    """Runs texts in a copy of their script's folder."""

    def __init__(self, python: str | None, paths: list[str], seconds: float) -> None:
        path = os.pathsep.join([str(ROOT), *paths])
        self._process = TensorFlowProcess("tests.native.seeded", python, {"PYTHONPATH": path, "MPLBACKEND": "Agg"})
        self._seconds = seconds

    def run(self, script: Path, text: str, seed: int) -> Ran:
        """Run a text as that script."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name, script.parent.name or "folder")
            shutil.copytree(script.parent, folder, ignore=_large, symlinks=True)
            (folder / script.name).write_text(text, encoding="utf-8")
            request = {
                "script": str(folder / script.name),
                "directory": name,
                "seed": seed,
                "timeout": self._seconds,
            }
            code = self._process.ask(request)["exit"]
            out, err = (Path(name, stream).read_text("utf-8", "replace") for stream in ("stdout", "stderr"))
            return Ran(code, tuple(own_lines(out.replace(name, "").splitlines())), err)

    def close(self) -> None:
        """End the process."""
        self._process.close()


def _large(folder: str, names: list[str]) -> list[str]:
    entries = [Path(folder, name) for name in names]
    return [entry.name for entry in entries if entry.is_dir() or entry.stat().st_size > _LARGE]


def judged(bed: Bed, script: Path, keep: Path | None, *, runs_refused: bool = True) -> Verdict:
    """What becomes of one script; what is refused is not run where that is no matter."""
    safe, native = (_fixed(script, unsafe=unsafe) for unsafe in (False, True))
    if native.left.error:
        return Verdict("wrong", (native.left.error,))
    if native.text == safe.text and not runs_refused:
        return Verdict("refused", _reasons(native))
    first, second = (bed.run(script, safe.text, seed) for seed in _SEEDS)
    if first.exit:
        return Verdict("does not run", (_last(first.errors),))
    if native.text == safe.text:
        return Verdict("refused", _reasons(native))
    converted = bed.run(script, native.text, _SEEDS[0])
    if converted.exit == -signal.SIGKILL:
        return Verdict("too slow")
    said = [_last(converted.errors)] if converted.exit else differences(first.output, converted.output)
    if said and not converted.exit and differences(first.output, second.output):
        return Verdict("unsteady", tuple(said))
    if said and not converted.exit and _draws_in_functions(native.text):
        return Verdict("drawn", tuple(said))
    if said and keep:
        for kind, result in (("safe", safe), ("native", native)):
            (keep / f"{script.stem}.{kind}.py").write_text(result.text, encoding="utf-8")
    if said:
        return Verdict("wrong", tuple(said))
    return Verdict("partly" if graph_names(native.text) else "native")


def _fixed(script: Path, *, unsafe: bool) -> Fixed[str]:
    """What becomes of a script; of a notebook, as a script that prints what its cells show."""
    if script.suffix != ".ipynb":
        return fix_text(script.read_text("utf-8", "replace"), script.name, unsafe_fixes=unsafe)
    notebook = fix_text(script.read_bytes(), script.name, unsafe_fixes=unsafe)
    return Fixed(script_of(notebook.text), notebook.left, notebook.fixed, notebook.requires)


def _draws_in_functions(text: str) -> bool:
    functions = (one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.FunctionDef))
    calls = [one for function in functions for one in ast.walk(function) if isinstance(one, ast.Call)]
    without = [one for one in calls if all(each.arg != "seed" for each in one.keywords)]
    return any(_DRAWING.search(ast.unparse(one.func)) for one in without)


def _reasons(native: Fixed[str]) -> tuple[str, ...]:
    found = [one for one in native.left.findings if one.code.startswith("TFM2")]
    return tuple(f"{one.code} {_general(one.message)}" for one in found) or ("no reason said",)


def _last(errors: str) -> str:
    lines = [line for line in errors.splitlines() if line.strip()]
    return lines[-1][:160] if lines else "no message"


def _general(message: str) -> str:
    """A reason without the names of the program."""
    return re.sub(r"`[^`]*`|\d+", "...", message)[:100]


def scripts(paths: list[str]) -> Iterator[Path]:
    """The Python files and notebooks that name a session."""
    for path in map(Path, paths):
        for file in sorted([*path.rglob("*.py"), *path.rglob("*.ipynb")]) if path.is_dir() else [path]:
            if b"Session(" in file.read_bytes():
                yield file


def main() -> int:
    """Print a line for each script, then the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", help="an interpreter with TensorFlow 2.21")
    parser.add_argument("--path", action="append", default=[], help="a folder of modules for the scripts")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--keep", type=Path, help="a folder for the texts of what is wrong")
    parser.add_argument("--converted", action="store_true", help="run only what is converted")
    parser.add_argument("paths", nargs="+")
    arguments = parser.parse_args()
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    words, reasons = Counter[str](), Counter[str]()
    bed = Bed(arguments.python, arguments.path, arguments.seconds)
    for script in scripts(arguments.paths):
        verdict = judged(bed, script, arguments.keep, runs_refused=not arguments.converted)
        words[verdict.word] += 1
        if verdict.word == "refused":
            reasons.update(set(verdict.reasons))
        print(f"{verdict.word:12} {script}", *verdict.reasons[:2], sep="  ", flush=True)
    bed.close()
    print(", ".join(f"{count} {word}" for word, count in words.most_common()))
    for reason, count in reasons.most_common():
        print(f"{count:4} {reason}")
    return 1 if words["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())

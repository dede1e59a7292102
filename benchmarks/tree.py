"""The default tree of the speed benchmark: this machine's Python files, some of them with a TensorFlow script on top.

Read from the standard library and the installed packages in sorted order, so two runs in one environment measure the
same bytes. A file that gets a share of TensorFlow begins with a fixture of this repository and goes on with its own
text: findings where users have them, and the rest as long as modules are.
"""

import ast
import itertools
import sysconfig
from collections.abc import Iterator
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
TENSORFLOW_SHARE = 0.4
# Of 2,283 files with TensorFlow in 29 public repositories 101 write a ConfigProto, which is what most fixtures are
# about and what costs most to check: one in 22. The other files are stood for by fixed ones.
FIXED_PER_UNFIXED = 21
MODULE_BYTES = (2_000, 60_000)


def write_tree(root: Path, least: int) -> None:
    """Fill `root` until it has at least so many bytes."""
    scripts = _scripts()
    with_tensorflow = size = 0
    for number, text in enumerate(_modules(), start=1):
        script = ""
        if with_tensorflow < TENSORFLOW_SHARE * number and "__future__" not in text:
            script = next(scripts) + "\n\n"
            with_tensorflow += 1
        package = root / f"package{number // 50:03}"
        package.mkdir(parents=True, exist_ok=True)
        size += (package / f"module{number:05}.py").write_bytes((script + text).encode())
        if size >= least:
            return


def _scripts() -> Iterator[str]:
    """Fixtures before and after their fix, in the measure that users' files are."""
    unfixed, fixed = (
        itertools.cycle([text for text in map(_source, sorted(FIXTURES.rglob(name))) if text])
        for name in ("before.py", "after.py")
    )
    while True:
        yield next(unfixed)
        yield from itertools.islice(fixed, FIXED_PER_UNFIXED)


def _modules() -> Iterator[str]:
    """Modules of usual size that parse and have nothing to do with TensorFlow; from the start again if they run out."""
    paths = {Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")}
    found = sorted({path for root in paths for path in root.rglob("*.py") if "tensorflow" not in str(path)})
    low, high = MODULE_BYTES
    sources = (_source(path) for path in found if low <= path.stat().st_size <= high)
    return itertools.cycle(text for text in sources if text and "tensorflow" not in text and "keras" not in text)


def _source(path: Path) -> str:
    """Return the text of a file, or nothing where it is no Python 3 in UTF-8."""
    try:
        text = path.read_text(encoding="utf-8")
        ast.parse(text)
    except (SyntaxError, ValueError, OSError):
        return ""
    return text

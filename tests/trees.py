"""Real trees: `python -m tests.trees FOLDER...` checks and fixes every file of each, in memory, and says what broke.

Exit code 1: a crash, an internal error, a result that Python cannot read although it read the original, or a second fix
that changes something.
"""

import ast
import sys
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tfgpu_migrate import check_text, fix_text
from tfgpu_migrate.config import Configuration, Flags
from tfgpu_migrate.discover import Discovery


def judged(path: str) -> tuple[str, Counter[str], list[str]]:
    """What was counted in one file, and what went wrong with it."""
    data = Path(path).read_bytes()
    checked, fixed = check_text(data, path), fix_text(data, path)
    again = fix_text(fixed.text, path)
    counts = Counter(files=1, findings=len(checked.findings), fixed=len(fixed.fixed), changed=fixed.text != data)
    counts["unreadable"] = any(one.code == "TFM900" for one in checked.findings)
    wrong = [error for error in (checked.error, fixed.left.error, again.left.error) if error]
    if again.text != fixed.text:
        wrong.append("a second fix changes it")
    if path.endswith(".py") and parses(data) and not parses(fixed.text):
        wrong.append("the fixed text is not Python")
    return path, counts, wrong


def parses(data: bytes) -> bool:
    """Whether Python can read it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(data)
    except (SyntaxError, ValueError):
        return False
    return True


def files(folder: str) -> list[str]:
    """What `tfgpu-migrate check FOLDER` looks at."""
    return [
        found.path for found in Discovery(Configuration(Flags(isolated=True)), respect_gitignore=False).files([folder])
    ]


def main(folders: list[str]) -> int:
    """Print a line for each tree and for all of them."""
    total, broken = Counter[str](), 0
    with ProcessPoolExecutor() as pool:
        for folder in folders:
            counts = Counter[str]()
            for path, found, wrong in pool.map(judged, files(folder), chunksize=8):
                counts += found
                broken += bool(wrong)
                print(*(f"{path}: {one}\n" for one in wrong), sep="", end="")
            total += counts
            print(f"{Path(folder).name}: {said(counts)}", flush=True)
    print(f"{len(folders)} trees: {said(total)}, {broken} broken")
    return 1 if broken else 0


def said(counts: Counter[str]) -> str:
    """The counts as words."""
    names = ("files", "unreadable", "findings", "fixed", "changed")
    return ", ".join(f"{counts[name]:,} {name}" for name in names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What an answer of the editor server costs, beside `check_text` on the same texts in the same run.

    python benchmarks/server.py FOLDER                # the files of a tree that name TensorFlow
    python benchmarks/server.py FOLDER --files 60 --budget 3

Each file is opened in a server process, a comment is typed at its end, and the time until its findings come back is
compared with that of `check_text`. An answer to a client that asks for findings is measured as well. Exit code 1: a
ratio, of all files or of those with short or long checks, is above the budget.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.lsp_client import PULLS, Editor
from tfgpu_migrate import check_text

_KEYS = 5  # typed in each file


class Cost(NamedTuple):
    """Seconds for one file: the medians of some keys."""

    path: Path
    check: float
    pushed: float
    asked: float


def costs(files: list[Path]) -> Iterator[Cost]:
    """Type in each file, in a server that pushes its findings and in one that is asked for them."""
    with tempfile.TemporaryDirectory() as folder:
        pushes, pulls = Editor(Path(folder)), Editor(Path(folder), PULLS)
        for number, path in enumerate(files):
            uri, text = (Path(folder) / f"{number}.py").as_uri(), path.read_text(encoding="utf-8")
            pushes.open(uri, text)
            pushes.shown(uri, 1)
            pulls.open(uri, text)
            pulls.pulled(uri)
            yield Cost(
                path,
                statistics.median(_timed(lambda key, text=text: check_text(f"{text}#{key}", "a.py"))),
                statistics.median(_timed(lambda key, uri=uri, text=text: _pushed(pushes, uri, text, key))),
                statistics.median(_timed(lambda key, uri=uri, text=text: _asked(pulls, uri, text, key))),
            )
        pushes.stop()
        pulls.stop()


def _pushed(editor: Editor, uri: str, text: str, key: int) -> None:
    _type(editor, uri, text, key)
    editor.shown(uri, key)


def _asked(editor: Editor, uri: str, text: str, key: int) -> None:
    _type(editor, uri, text, key)
    editor.pulled(uri)


def _type(editor: Editor, uri: str, text: str, key: int) -> None:
    """Write a comment at the end, then one more letter of it."""
    end = {"line": text.count("\n"), "character": len(text.rpartition("\n")[2]) + max(key - 2, 0)}
    editor.change(uri, key, {"range": {"start": end, "end": end}, "text": "#" if key == 2 else "x"})


def _timed(action: Callable[[int], object]) -> list[float]:
    seconds = []
    for key in range(2, 2 + _KEYS):
        started = time.perf_counter()
        action(key)
        seconds.append(time.perf_counter() - started)
    return seconds


def _chosen(tree: Path, count: int) -> list[Path]:
    """Files that name TensorFlow, spread evenly over the sizes that there are."""
    found = [path for path in tree.rglob("*.py") if path.is_file() and b"tensorflow" in path.read_bytes()]
    by_size = sorted((path for path in found if path.read_bytes().isascii()), key=lambda path: path.stat().st_size)
    return by_size[:: max(1, len(by_size) // count)]


def main() -> int:
    """Measure, and print the sums and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--budget", type=float, default=3.0)
    given = parser.parse_args()
    found = list(costs(_chosen(given.tree, given.files)))
    print("| files | check_text | pushed | ratio | asked for | ratio |\n|---|---|---|---|---|---|")
    over = False
    for name, some in (
        ("all", found),
        ("checks below 5 ms", [one for one in found if one.check < 0.005]),
        ("checks of 5 ms and more", [one for one in found if one.check >= 0.005]),
    ):
        if not some:
            continue
        check, pushed, asked = (sum(one[column] for one in some) for column in (1, 2, 3))
        print(
            f"| {name}: {len(some)} | {check * 1000:.0f} ms | {pushed * 1000:.0f} ms | {pushed / check:.2f} "
            f"| {asked * 1000:.0f} ms | {asked / check:.2f} |"
        )
        over |= max(pushed, asked) > given.budget * check
    return int(over)


if __name__ == "__main__":
    sys.exit(main())

"""tfgpu-migrate beside tf_upgrade_v2 on the files of this repository: what the results do, and what happens to files.

    python benchmarks/tf_upgrade.py PYTHON            # one that has TensorFlow 2.21, and so tf_upgrade_v2
    python benchmarks/tf_upgrade.py PYTHON --write    # docs/comparison.md

The scripts are those of fixtures/scripts. Each result runs on 0, 1 and 2 pretended GPUs, and what it does is compared
with what the original did on TensorFlow 1.15, which lies beside it: exit, output, memory and growth of each GPU, the
configuration of each session. A test compares docs/comparison.md with what comes out.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.outcomes import Outcome, differences
from tests.pretend_gpus import PretendGpus
from tests.record_tf1 import GPUS, SCRIPTS
from tfgpu_migrate import fix_text

PAGE = Path(__file__).resolve().parent.parent / "docs" / "comparison.md"
Converter = Callable[[bytes], bytes]

_LOG = b"import tensorflow as tf\nprint(tf.log(1.0))\n"
_OTHER = (
    b"import tensorflow as tf\n\n\nclass Net:\n    def log(self):\n        return 1\n\n\n"
    b"def show(tf):\n    return tf.log()\n\n\nprint(show(Net()), tf.log(1.0))\n"
)


class Case(NamedTuple):
    """A file, and what must hold of its conversion."""

    name: str
    before: bytes
    holds: Callable[[bytes, Converter], bool]


def _compiles(text: bytes) -> bool:
    try:
        compile(text, "a.py", "exec")
    except (SyntaxError, ValueError):
        return False
    return b"log" in text


CASES = (
    Case("a byte-order mark: the result is the script", b"\xef\xbb\xbf" + _LOG, lambda after, _: _compiles(after)),
    Case(
        "CRLF: the lines keep their ends",
        _LOG.replace(b"\n", b"\r\n"),
        lambda after, _: after.count(b"\r\n") == after.count(b"\n") > 0,
    ),
    Case(
        "a file that does not parse: it stays as it is",
        _LOG + b"print 1\n",
        lambda after, _: after == _LOG + b"print 1\n",
    ),
    Case("a parameter that is called tf: it stays as it is", _OTHER, lambda after, _: b"return tf.log()" in after),
    Case(
        "code in a version branch: it stays as it is",
        b"import tensorflow as tf\n\nif tf.__version__.startswith('1.'):\n    log = tf.log\n"
        b"else:\n    log = tf.math.log\n",
        lambda after, _: b"    log = tf.log\n" in after,
    ),
    Case("a second run changes nothing", _LOG, lambda after, convert: convert(after) == after),
)


# The command tf_upgrade_v2, in a process that has imported TensorFlow already: that import is most of its time.
_UPGRADE = """import sys

from tensorflow.tools.compatibility.tf_upgrade_v2_main import main

sys.argv = {arguments!r}
main()
"""


def upgraded(pretend: PretendGpus) -> Converter:
    """What tf_upgrade_v2 makes of a file."""

    def convert(before: bytes) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            source, target, report = (str(Path(folder, name)) for name in ("a.py", "b.py", "report.txt"))
            Path(source).write_bytes(before)
            arguments = ["tf_upgrade_v2", "--infile", source, "--outfile", target, "--reportfile", report]
            pretend.run_text(_UPGRADE.format(arguments=arguments), 0)
            return Path(target).read_bytes() if Path(target).exists() else before

    return convert


def migrated(before: bytes) -> bytes:
    """What `check --fix` makes of a file."""
    return fix_text(before).text


def behaviour(pretend: PretendGpus, converters: dict[str, Converter]) -> Iterator[str]:
    """A row for each script: what its conversions do on TensorFlow 2.21."""
    yield "| script | " + " | ".join(converters) + " |\n|---|" + "---|" * len(converters)
    good = dict.fromkeys(converters, 0)
    total = 0
    for folder in sorted(SCRIPTS.iterdir()):
        recording = json.loads((folder / "tf1.json").read_text(encoding="utf-8"))
        if recording is None:
            continue  # TensorFlow 2 code
        total += 1
        before = (folder / "before.py").read_bytes()
        cells = []
        for name, convert in converters.items():
            said = _verdict(pretend, convert(before).decode(), recording["outcomes"])
            good[name] += said == "the same"
            cells.append(said)
        yield f"| {folder.name} | {' | '.join(cells)} |"
    yield f"| **the same** | {' | '.join(f'**{good[name]} of {total}**' for name in converters)} |"


def _verdict(pretend: PretendGpus, text: str, outcomes: dict[str, object]) -> str:
    """In a word what a script does, and where it differs first."""
    lost: list[str] = []
    for gpus in GPUS:
        expected = Outcome.from_json(outcomes[str(gpus)])  # type: ignore[arg-type]
        actual = Outcome.of(pretend.run_text(text, gpus))
        if actual.exit != expected.exit:
            return f"ends with {actual.error or actual.exit}"
        lost += differences(expected, actual)
    if any(one.startswith("output") for one in lost):
        return "another output"
    return "another configuration of devices or sessions" if lost else "the same"


def files(converters: dict[str, Converter]) -> Iterator[str]:
    """A row for each awkward file."""
    yield "| file | " + " | ".join(converters) + " |\n|---|" + "---|" * len(converters)
    for case in CASES:
        cells = ("yes" if case.holds(convert(case.before), convert) else "no" for convert in converters.values())
        yield f"| {case.name} | {' | '.join(cells)} |"


def page(text: str, pretend: PretendGpus) -> str:
    """The page with its tables as they are now."""
    converters: dict[str, Converter] = {"tf_upgrade_v2": upgraded(pretend), "tfgpu-migrate": migrated}
    for name, rows in (("behaviour", behaviour(pretend, converters)), ("files", files(converters))):
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        head, rest = text.split(begin)
        text = "\n".join((head + begin, *rows, "", end + rest.split(end)[1]))
    return text


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python")
    parser.add_argument("--write", action="store_true", help="write docs/comparison.md")
    given = parser.parse_args()
    with PretendGpus(given.python) as pretend:
        text = page(PAGE.read_text(encoding="utf-8"), pretend)
    if given.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()

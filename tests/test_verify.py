"""The classic demonstrations of "is it on the GPU?": what `verify` says of each, line by line.

    python -m tests.test_verify

writes what it says now to `fixtures/verify/*/expected.txt`.
"""

from pathlib import Path

import pytest

from tests.verify_bed import Seen, VerifyBed
from tfgpu_migrate.report import concise
from tfgpu_migrate.report.paint import plain
from tfgpu_migrate.verify import tables
from tfgpu_migrate.verify.findings import findings

FOLDERS = sorted((Path(__file__).parent.parent / "fixtures" / "verify").iterdir())
GPUS = 2

pytestmark = pytest.mark.tensorflow


def said(seen: Seen) -> str:
    """The report, with the path of the fixture taken out."""
    folder = Path(seen.result.script).parent
    pieces = [*concise.render(findings(seen.result), plain, False), "\n", tables.render(seen.result, color=False)]
    text = "".join(pieces).replace(f"{folder}/", "")
    return text.replace(f"{folder.relative_to(Path.cwd())}/", "") if folder.is_relative_to(Path.cwd()) else text


@pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
def test_verify_says_what_is_expected(folder: Path, verify_bed: VerifyBed) -> None:
    seen = verify_bed.run(folder / "script.py", GPUS)
    assert seen.result.ended.code == 0, seen.stderr
    assert said(seen) == (folder / "expected.txt").read_text("utf-8")


def write() -> None:
    """Bring the expectations up to date; look at the difference before you commit it."""
    with VerifyBed() as bed:
        for folder in FOLDERS:
            seen = bed.run(folder / "script.py", GPUS)
            (folder / "expected.txt").write_text(said(seen), "utf-8")
            print(folder.name, seen.result.ended, seen.stdout, seen.stderr[-300:])


if __name__ == "__main__":
    write()

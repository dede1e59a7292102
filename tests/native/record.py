"""Records what the programs print on TensorFlow 1.15, the standard that their conversion is held to.

    python -m tests.native.record /path/to/tf1/bin/python [NAME ...]

The interpreter needs `tensorflow==1.15.5`, as for `tests.record_tf1`. A program's output stands beside it in NAME.txt.
Without names the files that programs read are written again, and all programs are recorded. Running it again changes no
number by more than a part in a thousand.
"""

import argparse
import sys
from pathlib import Path

from tests.native.programs import FOLDER, programs
from tests.pretend_gpus import PretendGpus


def main() -> int:
    """Record the named programs, or all. 1 if one of them fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python", help="an interpreter with TensorFlow 1.15")
    parser.add_argument("names", nargs="*", help="programs; default: all")
    arguments = parser.parse_args()
    failed = 0
    with PretendGpus(arguments.python) as pretend:
        if not arguments.names:
            _output(pretend, FOLDER / "make_files.py")
        for program in programs():
            if arguments.names and program.name not in arguments.names:
                continue
            lines = _output(pretend, program.path)
            failed += lines is None
            if lines is not None:
                program.recording.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 1 if failed else 0


def _output(pretend: PretendGpus, script: Path) -> list[str] | None:
    run = pretend.run(script)
    if not run.ok:
        print(f"{script}: {run.error}\n{run.stderr[-1500:]}", file=sys.stderr)
        return None
    return run.output


if __name__ == "__main__":
    sys.exit(main())

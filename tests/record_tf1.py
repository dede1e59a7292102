"""Records what the scripts of `fixtures/scripts` do on TensorFlow 1.15, the standard their migration is held to.

    python -m tests.record_tf1 /path/to/tf1/bin/python [NAME ...]

The interpreter needs `tensorflow==1.15.5` (Python 3.7: `pip install tensorflow==1.15.5 'protobuf<3.21'`); no GPU, the
cards are pretended there too. Each script runs with 0, 1 and 2 of them, and `tf1.json` gets the three outcomes. A
folder whose `tf1.json` holds `null` is TF2-only code and is left alone: its standard is `before.py` on TF 2.21. A new
folder without `tf1.json` is recorded. Running it again writes the same bytes.
"""

import argparse
import json
import sys
from pathlib import Path

from tests.outcomes import Outcome
from tests.pretend_gpus import PretendGpus

SCRIPTS = Path(__file__).resolve().parents[1] / "fixtures" / "scripts"
GPUS = (0, 1, 2)


def main() -> int:
    """Record the named folders, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python", help="an interpreter with TensorFlow 1.15")
    parser.add_argument("names", nargs="*", help="folders of fixtures/scripts; default: all")
    arguments = parser.parse_args()
    with PretendGpus(arguments.python) as pretend:
        version = pretend.run_text("import tensorflow; print(tensorflow.__version__)").output
        if not version or not version[0].startswith("1.15"):
            sys.exit(f"{arguments.python} has no TensorFlow 1.15, but {version}")
        for folder in sorted(SCRIPTS.iterdir()):
            if not arguments.names or folder.name in arguments.names:
                _record(pretend, folder, version[0])
    return 0


def _record(pretend: PretendGpus, folder: Path, version: str) -> None:
    target = folder / "tf1.json"
    if target.exists() and target.read_text(encoding="utf-8").strip() == "null":
        return
    outcomes = {str(gpus): Outcome.of(pretend.run(folder / "before.py", gpus)).to_json() for gpus in GPUS}
    recording = {"tensorflow": version, "outcomes": outcomes}
    target.write_text(json.dumps(recording, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

"""Random graph programs, converted and run: what fails or prints something else than the safe result is shown.

    python -m tests.native.attack [--python PYTHON] [--start 0] [--count 200] [--in-main] [--keep FOLDER]

Exit code 1: a conversion was wrong. `tests/native/generated.py` writes the programs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.native.generated import program
from tests.native.repositories import Bed, judged


def main() -> int:
    """Print each wrong conversion, then the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", help="an interpreter with TensorFlow 2.21")
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--in-main", action="store_true", help="all but the imports stands in a function")
    parser.add_argument("--keep", type=Path, help="a folder for the texts of what is wrong")
    arguments = parser.parse_args()
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    words, reasons = Counter[str](), Counter[str]()
    bed = Bed(arguments.python, [], 20)
    with tempfile.TemporaryDirectory() as name:
        for seed in range(arguments.start, arguments.start + arguments.count):
            script = Path(name, f"program_{seed}.py")
            text = program(seed)
            script.write_text(in_main(text) if arguments.in_main else text, encoding="utf-8")
            verdict = judged(bed, script, arguments.keep, runs_refused=False)
            words[verdict.word] += 1
            reasons.update(verdict.reasons if verdict.word == "refused" else ())
            if verdict.word in ("wrong", "partly", "does not run"):
                print(f"seed {seed}: {verdict.word}", *verdict.reasons, sep="  ", flush=True)
            script.unlink()
    bed.close()
    print(", ".join(f"{count} {word}" for word, count in words.most_common()))
    print(*(f"{count:4} {reason}" for reason, count in reasons.most_common(12)), sep="\n")
    return 1 if words["wrong"] else 0


def in_main(text: str) -> str:
    """A program whose statements but for its imports stand in `main`."""
    lines = text.splitlines()
    imports = [one for one in lines if one.startswith(("import ", "from "))]
    rest = [f"    {one}" if one else "" for one in lines if one not in imports]
    return "\n".join([*imports, "", "", "def main():", *rest, "", "", 'if __name__ == "__main__":', "    main()", ""])


if __name__ == "__main__":
    sys.exit(main())

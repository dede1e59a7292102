"""What the recipe of docs/scale.md costs beside the command line, on the same folder of repositories.

    python benchmarks/lake.py FOLDER

CPU time of all processes together, the median of three runs that take turns, without a cache. The recipe must find what
the command finds. Exit code 1: it does not, or costs more than 1.3 times as much.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from commands import Command, alternate

ROOT = Path(__file__).resolve().parent.parent
BUDGET = 1.3


def recipe() -> str:
    """The script of the page."""
    page = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    return re.findall(r'```python title="scan.py"\n(.*?)```', page, re.DOTALL)[0]


def counts(command: Command) -> dict[str, int]:
    """How often each rule finds something, from what a command prints: number and code stand first."""
    out = subprocess.run(command.words, capture_output=True, text=True, check=True).stdout
    return {code: int(number) for number, code in re.findall(r"^ *(\d+)\s+(TFM\d+)\b", out, re.MULTILINE)}


def main(tree: str) -> int:
    """Compare what both find, and print what they cost."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "scan.py"
        script.write_text(recipe(), encoding="utf-8")
        flags = ["--no-cache", "--exit-zero", "--statistics", "--quiet"]
        check = Command("check", [sys.executable, "-m", "tfgpu_migrate", "check", *flags, tree])
        scan = Command("recipe", [sys.executable, str(script), tree])
        found = counts(check)
        if counts(scan) != found:
            print("the recipe finds something else", file=sys.stderr)
            return 1
        command, recipes = (cost.cpu for cost in alternate([check, scan], 3))
    print("| findings | tfgpu-migrate check | recipe | ratio |\n|---|---|---|---|")
    print(f"| {sum(found.values())} | {command:.1f} s | {recipes:.1f} s | {recipes / command:.2f} |")
    return int(recipes > BUDGET * command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

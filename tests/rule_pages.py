"""The pages below docs/rules: one for each rule, from its docstring, and an index.

    python -m tests.rule_pages

writes them anew and removes those of rules that are gone; `tests/test_docs.py` fails where they are out of date.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.readme import README
from tfgpu_migrate import rules
from tfgpu_migrate.report.explain import as_text, in_table

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "rules"
_INDEX_HEAD = """# Rules

What `tfgpu-migrate rule CODE` prints, a page for each rule. Written by `python -m tests.rule_pages` from the docstrings
below [tfgpu_migrate/rules](../../tfgpu_migrate/rules).
"""


def pages() -> dict[str, str]:
    """The text of each page by the name of its file."""
    found = {f"{rule.code}.md": as_text([rule]) for rule in rules.load().values()}
    return {"README.md": "\n".join(_index()), **found}


def _index() -> Iterator[str]:
    yield _INDEX_HEAD
    for digit, title in _families().items():
        yield f"## {digit}xx: {title}\n\n| code | name | what it finds | `--fix` |\n|---|---|---|---|"
        for rule in rules.load().values():
            if rule.code[3] == digit:
                yield f"| [{rule.code}]({rule.code}.md) | {rule.name} | {rule.summary} | {in_table(rule)} |"
        yield ""


def _families() -> dict[str, str]:
    """What the README calls each hundred of codes, by its digit: `2xx: sessions and graphs`."""
    section = " ".join(README.read_text(encoding="utf-8").split("## Rules\n", 1)[1].split())
    return dict(re.findall(r"(\d)xx: ([^;.]+)", section))


def write() -> None:
    """Bring the folder up to date."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    current = pages()
    for path in FOLDER.glob("*.md"):
        if path.name not in current:
            path.unlink()
    for name, text in current.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()

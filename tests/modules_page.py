"""The page docs/modules.md: each module with the first line of its docstring, folder by folder.

    python -m tests.modules_page

writes it anew; `tests/test_docs.py` fails where it is out of date.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.readme import ROOT

PAGE = ROOT / "docs" / "modules.md"
_PACKAGE = ROOT / "tfgpu_migrate"
_HEAD = """# Modules

What each module knows, in its own words. Written by `python -m tests.modules_page`; who may import whom is in
[architecture.md](architecture.md#where-things-are).
"""


def page() -> str:
    """The text of the page."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield _HEAD
    folders = sorted({path.parent for path in _PACKAGE.rglob("*.py")} - {_PACKAGE / "written"})
    for folder in folders:
        yield f"## {folder.relative_to(ROOT).as_posix()}/\n"
        said = _first_paragraph(folder / "__init__.py")
        if said:
            yield f"{said}\n"
        yield "| module | knows |\n|---|---|"
        for path in sorted(folder.glob("*.py")):
            if path.name != "__init__.py":
                link = f"../{path.relative_to(ROOT).as_posix()}"
                yield f"| [{path.stem}]({link}) | {_first_paragraph(path).replace('|', chr(92) + '|')} |"
        yield ""


def _first_paragraph(path: Path) -> str:
    """What a module says first, on one line; "" where it says nothing."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) if path.exists() else None
    return " ".join((text or "").split("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

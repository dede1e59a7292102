"""Colours of a terminal, or none."""

import os
from collections.abc import Callable, Mapping
from typing import IO, Any

Paint = Callable[[str, str], str]  # text and the SGR codes that colour it

BOLD, CYAN, RULER, CODE = "1", "36", "1;94", "1;91"
HELP, NOTE, OK, REMOVED, ADDED = "1;96", "1;33", "1;32", "31", "32"


def plain(text: str, codes: str) -> str:
    """Leave the text as it is."""
    return text


def coloured(text: str, codes: str) -> str:
    """Wrap the text in SGR codes."""
    return f"\x1b[{codes}m{text}\x1b[0m" if text else ""


def paint_for(stream: IO[Any], choice: str, environment: Mapping[str, str] = os.environ) -> Paint:
    """Pick colours for a stream: `choice` is `always`, `never` or `auto` (FORCE_COLOR, NO_COLOR, then: a terminal?)."""
    if choice != "auto":
        return coloured if choice == "always" else plain
    if environment.get("FORCE_COLOR"):
        return coloured
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return plain
    return coloured if stream.isatty() else plain

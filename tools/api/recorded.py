"""The files of recorded facts beside this one."""

from pathlib import Path

HERE = Path(__file__).parent


def lines(name: str) -> list[list[str]]:
    """The words of each line of a file, without its comments."""
    text = (HERE / name).read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]

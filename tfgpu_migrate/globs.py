"""One glob as ruff reads it: `*` crosses folders, a pattern without a slash is also matched against the last name."""

# A Path for every file that is looked at costs more than the look.
# ruff: noqa: PTH118, PTH119
import os
import re
from functools import cache

_TOKEN = re.compile(r"\*\*/|\*+|\?|\[!?\]?[^\]]*\]|.", re.DOTALL)


def matches(pattern: str, path: str, root: str) -> bool:
    """Whether `path` (absolute) matches `pattern`, which is relative to the folder `root`."""
    pattern = pattern.rstrip("/") or pattern
    if "/" not in pattern and _compiled(pattern).fullmatch(os.path.basename(path)):
        return True
    whole = os.path.normpath(os.path.join(root, pattern))
    return bool(_compiled(_slashes(whole), _slashes(root)).fullmatch(_slashes(path)))


def _slashes(path: str) -> str:
    return path.replace(os.sep, "/")


@cache
def _compiled(pattern: str, root: str = "") -> re.Pattern[str]:
    folder = root.rstrip("/") + "/"
    literal = folder if root and pattern.startswith(folder) else ""
    tokens = (_regex(token) for token in _TOKEN.findall(pattern[len(literal) :]))
    return re.compile(re.escape(literal) + "".join(tokens), re.DOTALL)


def _regex(token: str) -> str:
    if token == "**/":
        return "(?:.*/)?"
    if token.startswith("*"):
        return ".*"
    if token == "?":
        return "."
    if len(token) > 1:
        inside = token[1:-1].replace("\\", r"\\")
        return f"[^{inside[1:]}]" if inside.startswith("!") else f"[{inside}]"
    return re.escape(token)

"""One glob as ruff reads it: `*` crosses folders, a pattern without a slash is also matched against the last name."""

# A Path for every file that is looked at costs more than the look.
# ruff: noqa: PTH118, PTH119, PTH120
import os
import re
from functools import cache

_TOKEN = re.compile(r"(?:(?<=/)|^)\*\*/|\*+|\?|\[!?\]?[^\]]*\]|.", re.DOTALL)


def matches(pattern: str, path: str, root: str) -> bool:
    """Whether `path` (absolute) matches `pattern`, which is relative to the folder `root`."""
    pattern = pattern.rstrip("/") or pattern
    if "/" not in pattern and _compiled(pattern).fullmatch(os.path.basename(path)):
        return True
    whole = os.path.normpath(os.path.join(root, pattern))
    return bool(_compiled(_slashes(whole), _slashes(root)).fullmatch(_slashes(path)))


def matches_within(pattern: str, path: str, root: str) -> bool:
    """Whether `path` (absolute) or a folder between it and `root` matches: a folder means the files in it."""
    while not matches(pattern, path, root):
        path = os.path.dirname(path)
        if not path.startswith(os.path.join(root, "")):
            return False
    return True


def wrong_class(pattern: str) -> str | None:
    """The first `[...]` of a pattern that is no set of characters, like `[z-a]`; None where all are."""
    return next((token for token in _TOKEN.findall(pattern) if token.startswith("[") and not _is_class(token)), None)


def _is_class(token: str) -> bool:
    try:
        re.compile(_regex(token))
    except re.error:
        return False
    return True


def _slashes(path: str) -> str:
    return path.replace(os.sep, "/")


@cache
def _compiled(pattern: str, root: str = "") -> re.Pattern[str]:
    """The pattern as a regular expression that never goes back over more than its last star.

    What stands between two stars matches at the first place that fits: were it tried at others too, a pattern of many
    stars would take for ever on a long name.
    """
    folder = root.rstrip("/") + "/"
    literal = folder if root and pattern.startswith(folder) else ""
    stars, pieces = list[str](), [re.escape(literal)]
    for token in _TOKEN.findall(pattern[len(literal) :]):
        if token.startswith("*"):
            stars.append("(?:.*?/)??" if token == "**/" else ".*?")
            pieces.append("")
        else:
            pieces[-1] += _regex(token)
    first, *others = pieces
    once = [
        f"(?=(?P<g{at}>{star}{piece}))(?P=g{at})" for at, (star, piece) in enumerate(zip(stars, others, strict=True))
    ]
    last = [f"{stars[-1]}{others[-1]}"] if others else []
    return re.compile("".join((first, *once[:-1], *last)), re.DOTALL)


def _regex(token: str) -> str:
    if token == "?":
        return "."
    if len(token) > 1 and token.startswith("["):
        inside = token[1:-1].replace("\\", r"\\")
        return f"[^{inside[1:]}]" if inside.startswith("!") else f"[{inside}]"
    return re.escape(token)

"""pyproject.toml: the lists of PEP 621, PEP 518 and PEP 735, and the tables of Poetry."""

import re
import sys
from collections.abc import Iterator
from typing import Any

from tfgpu_migrate.dependencies.entry import NATIVE, PACKAGES, Entry, Part, read_requirement
from tfgpu_migrate.source import Source, Unreadable

_STRING = re.compile(r""""([^"\\\r\n]*)"|'([^'\r\n]*)'""")
_POETRY = re.compile(rf"""^[ \t]*["']?({"|".join(PACKAGES)})["']?[ \t]*=[ \t]*(["'])([^"'\r\n]*)\2""", re.MULTILINE)


def entries(source: Source) -> Iterator[Entry]:
    """The requests for TensorFlow. Raises Unreadable where the file is not TOML."""
    table = _parsed(source)
    listed = list(_listed(table))
    for wanted in dict.fromkeys(listed):
        places = [match for match in _STRING.finditer(source.text) if (match[1] or match[2]) == wanted]
        # As often in the text as in the lists: else one of them is something else.
        kept = "" if len(places) == listed.count(wanted) else "the same words stand elsewhere in the file"
        for match in places if not kept else places[:1]:
            found = read_requirement(match.start() + 1, wanted, kept=kept)
            if found is not None:
                yield found
    if _has_poetry(table):
        yield from _poetry(source)


def _parsed(source: Source) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(source.text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"not valid TOML ({error})") from None


def _listed(table: dict[str, Any]) -> Iterator[str]:
    """Every requirement, in the tables that hold some."""
    project = _table(table, "project")
    lists = [project.get("dependencies"), _table(table, "build-system").get("requires")]
    lists += [*_table(project, "optional-dependencies").values(), *_table(table, "dependency-groups").values()]
    for one in lists:
        yield from (item for item in one if isinstance(item, str)) if isinstance(one, list) else ()


def _table(table: dict[str, Any], key: str) -> dict[str, Any]:
    found = table.get(key)
    return found if isinstance(found, dict) else {}


def _has_poetry(table: dict[str, Any]) -> bool:
    return bool(_table(_table(table, "tool"), "poetry"))


def _poetry(source: Source) -> Iterator[Entry]:
    """`tensorflow = "^1.15"`: the whole version is one string, and an extra needs a table."""
    for match in _POETRY.finditer(source.text):
        kept = "Poetry writes extras in a table of their own" if match[1] in NATIVE else ""
        version = Part(match.start(3), match[3])
        yield Entry(Part(match.start(1), match[1]), version, _pep440(match[3]), kept=kept)


def _pep440(version: str) -> str:
    """`^1.15` and `~1.15` mean at most the next release, a bare version means itself; "" for `||`, which is either."""
    return "" if "|" in version else ",".join(_clause(one.strip()) for one in version.split(","))


def _clause(version: str) -> str:
    if version in ("", "*"):
        return ""
    if version[0] in "^~" and not version.startswith("~="):
        bare = version[1:].strip()
        major = re.match(r"\d+", bare)
        return f">={bare},<{int(major[0]) + 1}" if major else ""
    return f"=={version}" if version[0].isdigit() else version

"""pyproject.toml: the lists of PEP 621, PEP 518 and PEP 735, and the tables of Poetry."""

import re
import sys
from collections.abc import Iterator
from typing import Any

from tfgpu_migrate.dependencies.entry import NATIVE, PACKAGES, Entry, Part, read_requirement
from tfgpu_migrate.source import Source, Unreadable

_STRING = re.compile(r""""([^"\\\r\n]*)"|'([^'\r\n]*)'""")
_HEADER = re.compile(r"^[ \t]*\[([^\[\]\r\n]+)\][ \t]*(?:#.*)?\r?$", re.MULTILINE)
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
    yield from _poetry(source, table)


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


def _poetry(source: Source, table: dict[str, Any]) -> Iterator[Entry]:
    """`tensorflow = "^1.15"` in a table of dependencies: the version is one string, and an extra needs a table."""
    headers = [*_HEADER.finditer(source.text)]
    for at, header in enumerate(headers):
        end = headers[at + 1].start() if at + 1 < len(headers) else len(source.text)
        keys = [key.strip(" \t\"'") for key in header[1].split(".")]
        wanted = _dependencies(table, keys)
        for match in _POETRY.finditer(source.text, header.end(), end) if wanted else ():
            if wanted.get(match[1]) != match[3]:
                continue  # a line of a longer string
            kept = "Poetry writes extras in a table of their own" if match[1] in NATIVE else ""
            version = Part(match.start(3), match[3])
            yield Entry(Part(match.start(1), match[1]), version, _pep440(match[3]), kept=kept)


def _dependencies(table: dict[str, Any], keys: list[str]) -> dict[str, Any]:
    """The table below these keys, if it is one in which Poetry looks for dependencies; else an empty one."""
    match keys:
        case ["tool", "poetry", "dependencies" | "dev-dependencies"]:
            pass
        case ["tool", "poetry", "group", _, "dependencies"]:
            pass
        case _:
            return {}
    for key in keys:
        table = _table(table, key)
    return table


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

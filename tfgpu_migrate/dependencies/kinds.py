"""Which files say what to install, by their names."""

import re
from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of file: the module of this folder that reads it, and its name, or its name below a folder's."""

    reader: str
    path: re.Pattern[str]


SETUP_PY, DOCKERFILE = "setup_py", "dockerfile"
KINDS = (
    Kind("requirements", re.compile(r"(?:[^/]*[-_.])?(?:requirements|constraints)[^/]*\.(?:txt|in)")),
    Kind("requirements", re.compile(r"requirements/[^/]+\.(?:txt|in)")),
    Kind(SETUP_PY, re.compile(r"setup\.py")),
    Kind("setup_cfg", re.compile(r"setup\.cfg")),
    Kind("pyproject", re.compile(r"pyproject\.toml")),
    Kind("conda", re.compile(r"(?:[^/]*[-_.])?(?:environment|conda|env)[^/]*\.ya?ml")),
    Kind(DOCKERFILE, re.compile(r"Dockerfile(?:[-_.][^/]*)?|[^/]+\.[Dd]ockerfile")),
)
_ENDS = (".txt", ".in", "setup.py", ".cfg", ".toml", ".yml", ".yaml")  # asked first: a walk asks for every file


def kind_of(path: str) -> Kind | None:
    """The kind of a file with this path; None for one that says nothing about what to install."""
    if not path.endswith(_ENDS) and "ockerfile" not in path:
        return None
    *_, folder, name = "", *path.replace("\\", "/").split("/")
    tries = (name, f"{folder}/{name}")
    return next((kind for kind in KINDS for one in tries if kind.path.fullmatch(one)), None)


def is_python(path: str) -> bool:
    """Whether a file is checked as Python: all that are named, but for those that only say what to install."""
    kind = kind_of(path)
    return kind is None or kind.reader == SETUP_PY

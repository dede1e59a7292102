"""Which files say what to install, by their names."""

import re
from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of file: the module of this folder that reads it, and its name, or its name below a folder's."""

    reader: str
    path: str


SETUP_PY, DOCKERFILE = "setup_py", "dockerfile"
KINDS = (
    Kind("requirements", r"(?:[^/]*[-_.])?(?:requirements|constraints)[^/]*\.(?:txt|in)"),
    Kind("requirements", r"requirements/[^/]+\.(?:txt|in)"),
    Kind(SETUP_PY, r"setup\.py"),
    Kind("setup_cfg", r"setup\.cfg"),
    Kind("pyproject", r"pyproject\.toml"),
    Kind("conda", r"(?:[^/]*[-_.])?(?:environment|conda|env)[^/]*\.ya?ml"),
    Kind(DOCKERFILE, r"Dockerfile(?:[-_.][^/]*)?|[^/]+\.[Dd]ockerfile"),
)
_ENDS = (".txt", ".in", "setup.py", ".cfg", ".toml", ".yml", ".yaml")  # asked first: a walk asks for every file


def kind_of(path: str) -> Kind | None:
    """The kind of a file with this path; None for one that says nothing about what to install."""
    if not path.endswith(_ENDS) and "ockerfile" not in path:
        return None
    *_, folder, name = "", *path.replace("\\", "/").split("/")
    tries = (name, f"{folder}/{name}")
    return next((kind for kind in KINDS for one in tries if re.fullmatch(kind.path, one)), None)


def is_python(path: str) -> bool:
    """Whether a file is checked as Python: all that are named, but for those that only say what to install."""
    kind = kind_of(path)
    return kind is None or kind.reader == SETUP_PY
